import clsx from "clsx";
import { MoneyText } from "#app/components/exchange-rates/money.tsx";
import text from "#app/components/ui/text.module.css";
import { formatNumber } from "#app/lib/regional-formats.ts";
import type { SubmissionResponse } from "#app/schemas/submissions.ts";

/** Whether a claim came in a rush, or its amount is above its broker's limit, and is not verified: no sum has it. */
export const isUnlikely = ({ unlikelyAmount, cameInRush, status }: SubmissionResponse): boolean =>
  (unlikelyAmount || cameInRush) && status !== "handled";

/** A claim's amount as lists show it. */
export function ClaimAmount({ submission }: { submission: SubmissionResponse }) {
  const { correction, formData, cameInRush } = submission;
  // What replaced the verified amount.
  const { amount, currency } = correction ?? formData;
  const word = correction
    ? describeCorrection(correction)
    : isUnlikely(submission)
      ? describeRush(cameInRush)
      : null;
  const mark = word && <span className={clsx(text.small, text.block)}>{word}</span>;
  if (!amount || !currency) return cameInRush ? mark : null;
  return (
    <>
      <MoneyText amount={amount} currency={currency} isStacked />
      {mark}
    </>
  );
}

const describeCorrection = ({ amount }: { amount: string }) =>
  Number(amount) === 0 ? "charged back" : "corrected";
const describeRush = (cameInRush: boolean) => (cameInRush ? "came in a rush" : "unlikely");

/** What a sum leaves out. */
export const withoutUnlikely = (count: number): string =>
  count === 1
    ? "without 1 amount that is unlikely or came in a rush"
    : `without ${formatNumber(count)} amounts that are unlikely or came in a rush`;
