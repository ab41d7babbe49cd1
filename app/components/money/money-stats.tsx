import { type Stat, Stats } from "#app/components/ui/stats.tsx";
import text from "#app/components/ui/text.module.css";
import type { IdentifiedMoney, RowLinks } from "./money-table.tsx";
import { describeBefore, describeIfWaiting, describeRange, showValue } from "./values.ts";

type MoneyStatsProps = {
  totals: IdentifiedMoney;
  currency: string;
  rowLinks: RowLinks;
};

/** What all ads of some days cost and earned, each with what it was in the days that it is compared with. */
export function MoneyStats({ totals, currency, rowLinks }: MoneyStatsProps) {
  const { values } = totals;
  const links = rowLinks(totals);
  const toClaims = links.claims?.({ truth: "verified" }) ?? null;
  const stat = (
    label: string,
    column: keyof typeof values,
    href: string | null,
    more: (string | null)[] = [],
  ): Stat => {
    const lines = [...more, describeBefore(column, totals, currency)];
    return {
      label,
      value: showValue(column, values[column], currency),
      detail: lines.filter(Boolean).map((line) => (
        <span key={line} className={text.block}>
          {line}{" "}
        </span>
      )),
      href,
    };
  };
  return (
    <Stats
      label="Money"
      stats={[
        stat("Spend", "spend", links.spend),
        stat("Verified deposits", "verified", toClaims),
        stat("Cost per verified deposit", "costPerVerified", toClaims, [
          totals.costInterval && describeRange(totals.costInterval, currency),
          describeIfWaiting(totals, currency),
        ]),
        stat("Commission", "commission", toClaims, [
          values.returnOnCommission &&
            `${showValue("returnOnCommission", values.returnOnCommission, currency)} the spend`,
        ]),
        stat("Profit", "profit", toClaims),
      ]}
    />
  );
}
