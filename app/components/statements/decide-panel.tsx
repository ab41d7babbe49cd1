import { MoneySum, MoneyText } from "#app/components/exchange-rates/money.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { KeyValues } from "#app/components/ui/key-values.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { clockTime, formatDateTime } from "#app/lib/format-date.ts";
import type { StatementPlan, StatementResponse } from "#app/schemas/statements.ts";

type DecidePanelProps = {
  statement: StatementResponse;
  plan: StatementPlan | null;
  undoUntil: string | null;
  canDecide: boolean;
  view: { timeZone: string; now: string };
};

const SHOWN = 10;
const claims = (count: number) => (count === 1 ? "1 claim" : `${count.toLocaleString("en-US")} claims`);

/** What deciding the certain claims does, the button for it, and how to take it back. */
export function DecidePanel({ statement, plan, undoUntil, canDecide, view }: DecidePanelProps) {
  const canUndo = undoUntil !== null && statement.undone === null && statement.status === "ready";
  if (statement.status !== "ready" || (!canUndo && (plan === null || plan.wouldHandle === 0))) return null;
  return (
    <Panel title={plan && plan.wouldHandle > 0 ? `${claims(plan.wouldHandle)} to verify` : "Decided"}>
      <PanelBody>
        {plan && plan.wouldHandle > 0 ? <Plan plan={plan} view={view} /> : null}
        <div className={layout.row}>
          {canDecide && plan && plan.wouldHandle > 0 ? (
            <PostForm intent="decide">
              <input type="hidden" name="group" value="certain" />
              <input type="hidden" name="status" value="handled" />
              <input type="hidden" name="version" value={statement.version} />
              <SubmitButton kind="attest" pending="Verifying">
                {`Verify ${claims(plan.wouldHandle)}`}
              </SubmitButton>
            </PostForm>
          ) : null}
          {canDecide && canUndo ? (
            <PostForm intent="undo">
              <SubmitButton pending="Undoing">{`Undo until ${clockTime({ at: undoUntil, ...view })}`}</SubmitButton>
            </PostForm>
          ) : null}
        </div>
        <p className={text.small}>
          Events wait ten minutes before they are sent, so that you can undo; less where an ad platform's
          window closes earlier.
        </p>
      </PanelBody>
    </Panel>
  );
}

function Plan({ plan, view }: { plan: StatementPlan; view: DecidePanelProps["view"] }) {
  const { wouldSend, expired, alreadyDecided, amountsDiffer, sums, sendBefore } = plan;
  return (
    <>
      <KeyValues
        hasLongLabels
        facts={[
          {
            label: "Can still be sent",
            value: sendBefore
              ? `${claims(wouldSend)}, the first until ${formatDateTime({ at: sendBefore, ...view })}`
              : claims(wouldSend),
          },
          ...(expired > 0
            ? [
                {
                  label: "Too late to send",
                  value: `${claims(expired)}. ${expired === 1 ? "It still counts" : "They still count"} for your truth rate and commission.`,
                },
              ]
            : []),
          ...(alreadyDecided > 0 ? [{ label: "Decided already", value: claims(alreadyDecided) }] : []),
          { label: "Sum", value: <MoneySum parts={sums} /> },
        ]}
      />
      {amountsDiffer.length > 0 ? (
        <>
          <p>{`${claims(amountsDiffer.length)} with another amount in the file, which is verified:`}</p>
          <ul>
            {amountsDiffer.slice(0, SHOWN).map(({ submissionId, claimed, verified, currency }) => (
              <li key={submissionId}>
                {claimed && currency ? <MoneyText amount={claimed} currency={currency} /> : claimed} claimed,{" "}
                {verified && currency ? <MoneyText amount={verified} currency={currency} /> : verified} in the
                file
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}
