import { CodeBlock } from "#app/components/ui/code-block.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { StatusBadge } from "#app/components/ui/status-badge.tsx";
import text from "#app/components/ui/text.module.css";
import { clockTimeToTheSecond, day } from "#app/lib/format-date.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { countTries, nameTry } from "#app/lib/tries.ts";
import type { LoggedDeliveryResponse } from "#app/schemas/deliveries.ts";
import type { AttemptResponse } from "#app/schemas/submissions.ts";
import { badgeOfOutcome } from "./delivery-state.ts";
import { SentRequest } from "./sent-request.tsx";

type View = { now: string; timeZone: string };
type DeliveryAttemptsProps = { delivery: LoggedDeliveryResponse; view: View };

/** Each try, the newest first: what happened, what to do, what was sent and what came back. */
export function DeliveryAttempts({ delivery, view }: DeliveryAttemptsProps) {
  const { attempts, platformName } = delivery;
  if (attempts.length === 0)
    return (
      <Panel title="Attempts">
        <PanelBody>
          <p>Nothing has been sent to {platformName} yet.</p>
        </PanelBody>
      </Panel>
    );
  const tries = countTries(attempts);
  return [...attempts]
    .reverse()
    .map((attempt) => (
      <Attempt
        key={attempt.number}
        attempt={attempt}
        tryNumber={tries.get(attempt.number) ?? null}
        platformName={platformName}
        view={view}
      />
    ));
}

type AttemptProps = {
  attempt: AttemptResponse;
  /** Null if it asked for the result. */
  tryNumber: number | null;
  platformName: string;
  view: View;
};

function Attempt({ attempt, tryNumber, platformName, view }: AttemptProps) {
  const name = nameTry(tryNumber);
  const { at, durationMs, httpStatus, outcome, remedy, message, platformCode, traceId } = attempt;
  const status = httpStatus === null ? "" : `, status ${httpStatus}`;
  const when = `${day({ at, ...view })}, ${clockTimeToTheSecond({ at, timeZone: view.timeZone })}`;
  return (
    <Panel
      title={tryNumber === null ? `Asked ${platformName} for the result` : `Try ${tryNumber}`}
      aside={<StatusBadge {...badgeOfOutcome(outcome)} />}
    >
      <PanelBody>
        <div>
          <p className={text.small}>
            {when}, {formatNumber(durationMs)} ms{status}
          </p>
          {remedy ? <p>{remedy}</p> : null}
          {outcome !== "accepted" && message ? <p className={text.code}>{message}</p> : null}
          {platformCode ? <p className={text.code}>code {platformCode}</p> : null}
          {traceId ? <p className={text.code}>trace {traceId}</p> : null}
        </div>
        <SentRequest name={name} request={attempt.request} />
        {attempt.response ? (
          <div>
            <h3 className={text.label}>What {platformName} responded</h3>
            <CodeBlock label={`Response to ${name}`}>{attempt.response}</CodeBlock>
          </div>
        ) : null}
      </PanelBody>
    </Panel>
  );
}
