import clsx from "clsx";
import { MoneyText } from "#app/components/exchange-rates/money.tsx";
import text from "#app/components/ui/text.module.css";
import { formatNumber } from "#app/lib/regional-formats.ts";
import type { SubmissionResponse } from "#app/schemas/submissions.ts";

/** Whether a claim's amount is above its broker's limit and not verified: no sum has it. */
export const isUnlikely = ({ unlikelyAmount, status }: SubmissionResponse): boolean =>
  unlikelyAmount && status !== "handled";

/** A claim's amount as lists show it. */
export function ClaimAmount({ submission }: { submission: SubmissionResponse }) {
  const { amount, currency } = submission.formData;
  if (!amount || !currency) return null;
  return (
    <>
      <MoneyText amount={amount} currency={currency} isStacked />
      {isUnlikely(submission) ? <span className={clsx(text.small, text.block)}>unlikely</span> : null}
    </>
  );
}

/** What a sum leaves out. */
export const withoutUnlikely = (count: number): string =>
  `without ${formatNumber(count)} unlikely ${count === 1 ? "amount" : "amounts"}`;
