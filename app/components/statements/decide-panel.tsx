import { Link } from "@remix-run/react";
import { MoneySum, MoneyText } from "#app/components/exchange-rates/money.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { FactLine } from "#app/components/ui/fact-line.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { formatDateTime } from "#app/lib/format-date.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import type { MatchDoubt } from "#app/lib/statements.ts";
import { paths } from "#app/paths.ts";
import type { StatementPlan, StatementResponse } from "#app/schemas/statements.ts";
import { claims, type StatementView } from "./statement-state.ts";

/** Claims that one button verifies: the certain ones, or the likely ones with one doubt. */
export type Batch = { doubt: MatchDoubt | null; plan: StatementPlan };

type DecidePanelProps = {
  statement: StatementResponse;
  batch: Batch;
  canDecide: boolean;
  view: StatementView;
};

const SHOWN = 10;

const doubtTitles: Record<MatchDoubt, (count: string, verb: string) => string> = {
  time: (count, verb) => `${count} ${verb} but for the time`,
  fee: (count, verb) => `${count} ${verb} but for the time, with nearly the same amount`,
};

function titleOf({ doubt, plan: { wouldHandle, wouldSend, sendBefore } }: Batch, view: StatementView) {
  if (doubt) return doubtTitles[doubt](claims(wouldHandle), wouldHandle === 1 ? "fits" : "fit");
  const until = sendBefore ? `, the first until ${formatDateTime({ at: sendBefore, ...view })}` : "";
  return wouldSend > 0
    ? `${claims(wouldSend)} can still be sent${until}`
    : `${claims(wouldHandle)} to verify`;
}

/** What deciding a batch does, what of it can still be sent first, and the button for it. */
export function DecidePanel({ statement, batch, canDecide, view }: DecidePanelProps) {
  const { doubt, plan } = batch;
  return (
    <Panel
      title={titleOf(batch, view)}
      aside={
        canDecide ? (
          <PostForm intent="decide">
            <input type="hidden" name="group" value={doubt ? "likely" : "certain"} />
            {doubt ? <input type="hidden" name="doubt" value={doubt} /> : null}
            <input type="hidden" name="status" value="handled" />
            <input type="hidden" name="version" value={statement.version} />
            <SubmitButton kind={doubt ? "plain" : "attest"} pending="Verifying">
              {`Verify ${claims(plan.wouldHandle)}`}
            </SubmitButton>
          </PostForm>
        ) : null
      }
    >
      <PanelBody>
        <PlanFacts plan={plan} />
        <AmountsDiffer amountsDiffer={plan.amountsDiffer} />
        <p className={text.small}>
          You have ten minutes to undo before anything is sent, or less if a deadline is closer.
        </p>
      </PanelBody>
    </Panel>
  );
}

function PlanFacts({ plan }: { plan: StatementPlan }) {
  const { adPlatforms, expired, alreadyDecided, sums, commission } = plan;
  return (
    <FactLine
      facts={[
        { label: "Sum", value: sums.length > 0 ? <MoneySum parts={sums} /> : "No amounts" },
        ...(commission.length > 0
          ? [{ label: "Your commission", value: <MoneySum parts={commission} /> }]
          : []),
        ...(adPlatforms.length === 0
          ? [{ label: "Ad platforms", value: "None is connected, so nothing is sent." }]
          : adPlatforms.map((one) => ({
              label: `Will be sent to ${one.name}`,
              value: describePlatform(one),
            }))),
        ...(expired > 0
          ? [
              {
                label: "Too late to send",
                value: `${claims(expired)}. ${expired === 1 ? "It counts" : "They count"} towards your truth rate and commission.`,
              },
            ]
          : []),
        ...(alreadyDecided > 0 ? [{ label: "Decided already", value: claims(alreadyDecided) }] : []),
      ]}
    />
  );
}

function describePlatform({
  wouldSend,
  expired,
  notCovered,
  skipped,
}: StatementPlan["adPlatforms"][number]): string {
  return [
    claims(wouldSend),
    ...(expired > 0 ? [`${formatNumber(expired)} too late`] : []),
    ...(notCovered > 0 ? [`${formatNumber(notCovered)} not allowed by the consent`] : []),
    ...(skipped > 0 ? [`${formatNumber(skipped)} switched off or without an amount`] : []),
  ].join(", ");
}

function AmountsDiffer({ amountsDiffer }: Pick<StatementPlan, "amountsDiffer">) {
  const more = amountsDiffer.length - SHOWN;
  if (amountsDiffer.length === 0) return null;
  return (
    <details>
      <summary className={text.opener}>
        {amountsDiffer.length === 1
          ? "1 claim will be verified with the file’s amount instead"
          : `${claims(amountsDiffer.length)} will be verified with the file’s amount instead`}
      </summary>
      <ul>
        {amountsDiffer.slice(0, SHOWN).map(({ submissionId, claimed, verified, currency }) => (
          <li key={submissionId}>
            <Link to={paths.submissions({ open: submissionId })}>
              {claimed && currency ? <MoneyText amount={claimed} currency={currency} /> : claimed} claimed,{" "}
              {verified && currency ? <MoneyText amount={verified} currency={currency} /> : verified} in the
              file
            </Link>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className={text.small}>{`and ${claims(more)} more`}</p> : null}
    </details>
  );
}
