import type { CampaignVerdict } from "#app/lib/campaign-verdict.ts";
import { displayMoney } from "#app/lib/money.ts";
import { type CostInterval, type MoneyColumn, type MoneyLine, moneyColumns } from "#app/lib/money-columns.ts";
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

/** "€210.00–€980.00": where the cost of few deposits lies. */
export function describeRange({ low, high }: CostInterval, currency: string): string {
  const from = displayMoney(low, currency);
  return high === null ? `${from} or more` : `${from}–${displayMoney(high, currency)}`;
}

/** "€310.00 if all 12 pending are verified" */
export function describeIfWaiting(
  { costIfWaiting, waiting }: Pick<MoneyLine, "costIfWaiting" | "waiting">,
  currency: string,
): string | null {
  if (costIfWaiting === null) return null;
  const those = waiting === 1 ? "the one pending is" : `all ${formatNumber(waiting)} pending are`;
  return `${displayMoney(costIfWaiting, currency)} if ${those} verified`;
}

const verdictWords = {
  earns: "earns",
  loses: "loses",
  spendMissing: "spend missing",
  spendUnknown: "spend unknown",
  noClaims: "no claim matched",
  commissionUnknown: "commission unknown",
};

/** "earns", "too few: 9 of about 30" */
export function describeVerdict(verdict: CampaignVerdict): string {
  if (verdict.kind === "toCheck") return `${formatNumber(verdict.waiting)} to check first`;
  if (verdict.kind !== "tooFew") return verdictWords[verdict.kind];
  const { verified, needed } = verdict;
  const all = needed === null ? `more than ${formatNumber(1_000)}` : `about ${formatNumber(needed)}`;
  return `too few: ${formatNumber(verified)} of ${all}`;
}
