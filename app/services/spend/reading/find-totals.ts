import Decimal from "decimal.js-light";
import { groupBy } from "#app/lib/group-by.ts";
import { countDays, type Days } from "#app/lib/periods.ts";
import { AD_LEVELS, toNameKey } from "#app/lib/spend.ts";
import type { SpendLine } from "./read-spend-rows.ts";

const Sum = Decimal.clone({ precision: 40 });

/** What rows of the same campaign, ad set or ad say of one period, and whether it is a row's own day. */
type PeriodSum = { period: Days; sum: Decimal; hasOwnDay: boolean };

/**
 * Says which rows of a file sum up others of its rows. Of a row that names its period, only the sum of shorter
 * periods in it does: another one says more than they do.
 */
export function findTotals(lines: readonly SpendLine[]): (line: SpendLine) => boolean {
  const sums = new Map<string, Decimal>();
  const periods = createPeriods();
  for (const line of lines) {
    if (line.isLabelled) continue;
    for (const key of sumKeysOf(line)) sums.set(key, (sums.get(key) ?? new Sum(0)).plus(line.spend.amount));
    periods.add(line);
  }
  const isTotalOfPeriods = (line: SpendLine): boolean => {
    const { period } = line;
    if (!line.hasOwnPeriod || period === null)
      return periods.find(line).some((own) => own.some(({ hasOwnDay }) => hasOwnDay));
    const length = countDays(period);
    return periods.find(line).some((own) => {
      const within = own.filter(({ period: { from, to } }) => from >= period.from && to <= period.to);
      const shorter = within.filter((one) => countDays(one.period) < length);
      const equals = (some: readonly PeriodSum[]) =>
        some.length > 0 && some.reduce((sum, one) => sum.plus(one.sum), new Sum(0)).equals(line.spend.amount);
      return [...groupBy(shorter, (one) => countDays(one.period)).values()].some(equals);
    });
  };
  return (line) =>
    line.isLabelled
      ? sumKeysOf(line).some((key) => sums.get(key)?.equals(line.spend.amount))
      : !line.hasOwnDay && isTotalOfPeriods(line);
}

/** The sums of periods by the ads that rows name. */
function createPeriods() {
  const sums = new Map<string, Map<string, PeriodSum>>();
  const listSums = (key: string | null) => [...(sums.get(key ?? "")?.values() ?? [])];
  return {
    add({ spend, period, hasOwnDay }: SpendLine): void {
      if (period === null) return;
      const id = pathOf(spend, "objectId");
      const named = pathOf(spend, "name");
      const keys = [...keysOf("id", id), ...keysOf("name", named), ...(id ? [] : keysOf("withoutId", named))];
      for (const key of keys) {
        const own = sums.get(key) ?? new Map<string, PeriodSum>();
        const name = `${spend.currency} ${period.from} ${period.to}`;
        const before = own.get(name);
        const sum = (before?.sum ?? new Sum(0)).plus(spend.amount);
        own.set(name, { period, sum, hasOwnDay: hasOwnDay || before?.hasOwnDay === true });
        sums.set(key, own);
      }
    },
    /** Those of the same ads and of all below them, and those of the same ads alone. */
    find({ spend }: SpendLine): PeriodSum[][] {
      const id = pathOf(spend, "objectId");
      const named = pathOf(spend, "name");
      const byName = id === null ? "name" : "withoutId";
      return (["below", "same"] as const).map((which) => {
        const byId = id === null ? [] : listSums(`id ${which} ${id.at(-1)}`);
        return byId.length > 0 || named === null ? byId : listSums(`${byName} ${which} ${named.at(-1)}`);
      });
    },
  };
}

const keysOf = (kind: "id" | "name" | "withoutId", path: readonly string[] | null): string[] =>
  path === null ? [] : [...path.map((key) => `${kind} below ${key}`), `${kind} same ${path.at(-1)}`];

/** The highest by its id or name, each below it with those above it; null where the highest has none. */
function pathOf(spend: SpendLine["spend"], by: "objectId" | "name"): string[] | null {
  const path: string[] = [];
  const parts: unknown[] = [spend.adPlatform, spend.accountId];
  for (const level of AD_LEVELS) {
    const ad = spend[level];
    if (ad === null) continue;
    const isName = by === "name" ? Boolean(ad.name) : path.length > 0 && !ad.objectId;
    const text = isName ? toNameKey(ad.name ?? "") : ad.objectId;
    if (!text || (path.length === 0 && !ad[by])) return null;
    parts.push(level, isName, text);
    path.push(JSON.stringify(parts));
  }
  return path.length === 0 ? null : path;
}

/** Of what sums a row is a part: of its day and of the file. */
const sumKeysOf = ({ spend, period }: SpendLine): string[] => [
  spend.currency,
  `${spend.currency} ${period?.from}`,
];
