import { Alert } from "#app/components/ui/alert.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { CheckIcon, ClockIcon, WarningIcon } from "#app/components/ui/icons.ts";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { TimelineDot } from "#app/components/ui/timeline.tsx";
import { clockTime, formatDateTime } from "#app/lib/format-date.ts";
import styles from "./connection-check.module.css";

type Check = { name: string; state: "ok" | "fault" | "todo"; detail: string; remedy: string | null };
export type CheckResult = {
  at: string;
  checks: Check[];
  outcomes: { id: string; at: string; outcome: string; message: string | null; remedy: string | null }[];
  isResumed: boolean;
};

const looks = {
  ok: { kind: "verified", icon: CheckIcon, word: "good" },
  fault: { kind: "fault", icon: WarningIcon, word: "wrong" },
  todo: { kind: "todo", icon: ClockIcon, word: "not checked" },
} as const;

type ConnectionCheckPanelProps = {
  name: string;
  result: CheckResult;
  timeZone: string;
  /** Whether events are sent to it, of which the last ones are shown. */
  hasOutcomes?: boolean;
};

/** The steps to a platform as dots, with the faults and their remedies below. */
export function ConnectionCheckPanel(props: ConnectionCheckPanelProps) {
  const { name, result, timeZone, hasOutcomes = true } = props;
  const { at, checks, outcomes, isResumed } = result;
  const faults = checks.filter(({ state }) => state === "fault");
  return (
    <Panel
      title={`Check of the ${name} connection`}
      aside={<span className={text.small}>run at {clockTime({ at, timeZone })}</span>}
    >
      <PanelBody>
        <ol className={styles.chain}>
          {checks.map(({ name: part, state, detail }) => (
            <li key={part}>
              <TimelineDot kind={looks[state].kind}>
                <Icon of={looks[state].icon} />
              </TimelineDot>
              <span>
                <b>{part}</b>
                <span className="visually-hidden">, {looks[state].word}: </span>
                <span className={state === "fault" ? styles.fault : styles.detail}>{detail}</span>
              </span>
            </li>
          ))}
        </ol>
        {isResumed ? (
          <Alert tone="verd" role="status">
            {name} accepts the connection again. What was parked goes out now.
          </Alert>
        ) : null}
        {faults.map(({ name: part, remedy }) => (
          <Alert key={part} tone="alarm">
            <b className={text.strong}>{part}:</b> {remedy}
          </Alert>
        ))}
        {faults.length === 0 ? <Verdict outcomes={outcomes} /> : null}
        {hasOutcomes ? <LastOutcomes outcomes={outcomes} view={{ now: at, timeZone }} /> : null}
      </PanelBody>
    </Panel>
  );
}

const outcomeWords: Record<string, string> = {
  accepted: "accepted",
  submitted: "received, result later",
  transient: "tried again",
  ambiguous: "no response, tried again",
  parked: "connection refused",
  permanent: "refused",
};

const isAccepted = (outcome: string) => outcome === "accepted" || outcome === "submitted";

/** A connection without a fault can still have its events refused. */
function Verdict({ outcomes }: { outcomes: CheckResult["outcomes"] }) {
  const refused = outcomes.filter(({ outcome }) => !isAccepted(outcome)).length;
  if (refused === 0) return <p>All checks passed.</p>;
  const attempts =
    outcomes.length === 1
      ? "the last attempt was"
      : `${refused} of the last ${outcomes.length} attempts ${refused === 1 ? "was" : "were"}`;
  return <Alert tone="copper">The connection works; {attempts} not accepted.</Alert>;
}

type LastOutcomesProps = {
  outcomes: CheckResult["outcomes"];
  view: { now: string; timeZone: string };
};

function LastOutcomes({ outcomes, view }: LastOutcomesProps) {
  if (outcomes.length === 0) return <p className={text.small}>No event has been sent yet.</p>;
  const accepted = outcomes.filter(({ outcome }) => outcome === "accepted").length;
  return (
    <details open={outcomes.some(({ outcome }) => !isAccepted(outcome))}>
      <summary className={buttonClass({ isSmall: true })}>
        Last {outcomes.length === 1 ? "attempt" : `${outcomes.length} attempts`}: {accepted} accepted
      </summary>
      <ul className={styles.outcomes}>
        {outcomes.map(({ id, at, outcome, message, remedy }) => (
          <li key={id}>
            {formatDateTime({ at, ...view })}, {outcomeWords[outcome] ?? outcome}
            {outcome !== "accepted" && remedy ? `. ${remedy}` : null}
            {outcome !== "accepted" && message ? <span className={text.code}> {message}</span> : null}
          </li>
        ))}
      </ul>
    </details>
  );
}
