import { displayMoney } from "#app/lib/money.ts";
import { type MoneyColumn, type MoneyLine, moneyColumns } from "#app/lib/money-columns.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";

/** A value of the table as people read it: "€1,284.00", "14", "2.4×", "–" where it is unknown. */
export function showValue(column: MoneyColumn, value: string | null, currency: string): string {
  if (value === null) return "–";
  const { kind } = moneyColumns[column];
  if (kind === "money") return displayMoney(value, currency);
  return kind === "ratio" ? `${formatNumber(Number(value))}×` : formatNumber(Number(value));
}

/** "€98.00 before", said where there is anything to compare. */
export function describeBefore(
  column: MoneyColumn,
  { values, before }: Pick<MoneyLine, "values" | "before">,
  currency: string,
): string | null {
  const earlier = before?.[column] ?? null;
  if (earlier === null || (Number(earlier) === 0 && Number(values[column] ?? 0) === 0)) return null;
  return `${showValue(column, earlier, currency)} before`;
}

type Uncertain = {
  costInterval: { low: string; high: string | null } | null;
  costIfWaiting: string | null;
  waiting: number;
};

/** "€210.00–€980.00": where the cost of few deposits lies. */
export function describeInterval({ costInterval }: Uncertain, currency: string): string | null {
  if (!costInterval) return null;
  const low = displayMoney(costInterval.low, currency);
  return costInterval.high === null
    ? `${low} or more`
    : `${low}–${displayMoney(costInterval.high, currency)}`;
}

/** "€310.00 if the 12 waiting are true" */
export function describeIfWaiting(
  { costIfWaiting, waiting }: Pick<Uncertain, "costIfWaiting" | "waiting">,
  currency: string,
): string | null {
  if (costIfWaiting === null) return null;
  const those = waiting === 1 ? "the one waiting is" : `the ${formatNumber(waiting)} waiting are`;
  return `${displayMoney(costIfWaiting, currency)} if ${those} true`;
}
