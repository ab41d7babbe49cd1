import text from "#app/components/ui/text.module.css";
import type { Money } from "#app/lib/commission.ts";
import { displayMoney } from "#app/lib/money.ts";

type SpendAmountProps = { spend: string | null; sums: Money[]; currency: string };

/** Spend in the workspace's currency, or without a rate in those it was paid in. */
export function SpendAmount({ spend, sums, currency }: SpendAmountProps) {
  if (spend !== null) return displayMoney(spend, currency);
  return (
    <>
      {sums.map((one) => displayMoney(one.amount, one.currency)).join(" + ")}{" "}
      <span className={text.small}>(no exchange rate)</span>
    </>
  );
}
