import { Link } from "@remix-run/react";
import { MoneySum, MoneyText } from "#app/components/exchange-rates/money.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { KeyValues } from "#app/components/ui/key-values.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { formatDateTime } from "#app/lib/format-date.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { paths } from "#app/paths.ts";
import type { StatementPlan, StatementResponse } from "#app/schemas/statements.ts";
import { claims, type StatementView } from "./statement-state.ts";

type DecidePanelProps = {
  statement: StatementResponse;
  plan: StatementPlan;
  canDecide: boolean;
  view: StatementView;
};

const SHOWN = 10;

/** What deciding the certain claims does, what of it can still be sent first, and the button for it. */
export function DecidePanel({ statement, plan, canDecide, view }: DecidePanelProps) {
  const { wouldHandle, wouldSend, sendBefore } = plan;
  const until = sendBefore ? `, the first until ${formatDateTime({ at: sendBefore, ...view })}` : "";
  return (
    <Panel
      title={
        wouldSend > 0 ? `${claims(wouldSend)} can still be sent${until}` : `${claims(wouldHandle)} to verify`
      }
    >
      <PanelBody>
        <PlanFacts plan={plan} />
        <AmountsDiffer amountsDiffer={plan.amountsDiffer} />
        {canDecide ? (
          <PostForm intent="decide">
            <input type="hidden" name="group" value="certain" />
            <input type="hidden" name="status" value="handled" />
            <input type="hidden" name="version" value={statement.version} />
            <SubmitButton kind="attest" pending="Verifying">
              {`Verify ${claims(wouldHandle)}`}
            </SubmitButton>
          </PostForm>
        ) : null}
        <p className={text.small}>
          Events wait ten minutes before they are sent, so that you can undo; less where an ad platform's
          window closes earlier.
        </p>
      </PanelBody>
    </Panel>
  );
}

function PlanFacts({ plan }: { plan: StatementPlan }) {
  const { adPlatforms, expired, alreadyDecided, sums, commission } = plan;
  return (
    <KeyValues
      hasLongLabels
      facts={[
        ...(adPlatforms.length === 0
          ? [{ label: "Ad platforms", value: "None is connected, so nothing is sent." }]
          : adPlatforms.map((one) => ({ label: `Sent to ${one.name}`, value: describePlatform(one) }))),
        ...(expired > 0
          ? [
              {
                label: "Too late to send",
                value: `${claims(expired)}. ${expired === 1 ? "It still counts" : "They still count"} for your truth rate and commission.`,
              },
            ]
          : []),
        ...(alreadyDecided > 0 ? [{ label: "Decided already", value: claims(alreadyDecided) }] : []),
        { label: "Sum", value: sums.length > 0 ? <MoneySum parts={sums} /> : "No amounts" },
        ...(commission.length > 0
          ? [{ label: "Your commission", value: <MoneySum parts={commission} /> }]
          : []),
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
    ...(notCovered > 0 ? [`${formatNumber(notCovered)} not covered by the consent`] : []),
    ...(skipped > 0 ? [`${formatNumber(skipped)} switched off or without an amount`] : []),
  ].join(", ");
}

function AmountsDiffer({ amountsDiffer }: Pick<StatementPlan, "amountsDiffer">) {
  const more = amountsDiffer.length - SHOWN;
  if (amountsDiffer.length === 0) return null;
  return (
    <>
      <p>{`${claims(amountsDiffer.length)} with another amount in the file, which is verified:`}</p>
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
    </>
  );
}
