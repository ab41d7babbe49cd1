import Decimal from "decimal.js-light";
import { AD_LEVELS, toNameKey } from "#app/lib/spend.ts";
import type { SpendLine } from "./read-spend-rows.ts";

const Sum = Decimal.clone({ precision: 40 });

/**
 * Says which rows of a file sum up others of its rows. Of a row that names its period, only the sum of its days
 * does: another one says more than they do.
 */
export function findTotals(lines: readonly SpendLine[]): (line: SpendLine) => boolean {
  const sums = new Map<string, Decimal>();
  const days = { byId: createDays(), byName: createDays(), withoutId: createDays() };
  for (const line of lines) {
    if (line.isLabelled) continue;
    for (const key of sumKeysOf(line)) sums.set(key, (sums.get(key) ?? new Sum(0)).plus(line.spend.amount));
    if (!line.hasOwnDay) continue;
    const { id, name } = adKeysOf(line);
    days.byId.add(id, line);
    days.byName.add(name, line);
    if (id === null) days.withoutId.add(name, line);
  }
  /** The rows of days of the same campaign, or ad where no campaign is named. */
  const daysOf = (line: SpendLine): SpendLine[] => {
    const { id, name } = adKeysOf(line);
    const byId = days.byId.get(id);
    return byId.length > 0 ? byId : (id === null ? days.byName : days.withoutId).get(name);
  };
  const isTotalOfDays = (line: SpendLine): boolean => {
    const own = daysOf(line);
    if (own.length === 0 || !line.hasOwnPeriod) return own.length > 0;
    const within = own.filter((one) => isWithin(one, line));
    return within.reduce((sum, one) => sum.plus(one.spend.amount), new Sum(0)).equals(line.spend.amount);
  };
  return (line) =>
    line.isLabelled
      ? sumKeysOf(line).some((key) => sums.get(key)?.equals(line.spend.amount))
      : !line.hasOwnDay && isTotalOfDays(line);
}

const isWithin = ({ period: day }: SpendLine, { period }: SpendLine): boolean =>
  day !== null && period !== null && day.from >= period.from && day.to <= period.to;

function createDays() {
  const lines = new Map<string, SpendLine[]>();
  const get = (key: string | null): SpendLine[] => lines.get(key ?? "") ?? [];
  return {
    get,
    add(key: string | null, line: SpendLine): void {
      if (key === null) return;
      const own = lines.get(key);
      if (own) own.push(line);
      else lines.set(key, [line]);
    },
  };
}

/** Of what sums a row is a part: of its day and of the file. */
const sumKeysOf = ({ spend, period }: SpendLine): string[] => [
  spend.currency,
  `${spend.currency} ${period?.from}`,
];

function adKeysOf({ spend }: SpendLine): { id: string | null; name: string | null } {
  const level = AD_LEVELS.find((one) => spend[one] !== null);
  const ad = level === undefined ? null : spend[level];
  const toKey = (text: string | null | undefined) =>
    text ? JSON.stringify([spend.adPlatform, spend.accountId, level, text]) : null;
  return { id: toKey(ad?.objectId), name: toKey(ad?.name && toNameKey(ad.name)) };
}
