import Decimal from "decimal.js-light";
import { AD_LEVELS, toNameKey } from "#app/lib/spend.ts";
import type { SpendLine } from "./read-spend-rows.ts";

const Sum = Decimal.clone({ precision: 40 });

/** Says which rows of a file sum up others of its rows. */
export function findTotals(lines: readonly SpendLine[]): (line: SpendLine) => boolean {
  const sums = new Map<string, Decimal>();
  const named = { byId: new Set<string>(), byName: new Set<string>(), withoutId: new Set<string>() };
  for (const line of lines) {
    if (line.isLabelled) continue;
    for (const key of sumKeysOf(line)) sums.set(key, (sums.get(key) ?? new Sum(0)).plus(line.spend.amount));
    if (!line.hasOwnDay) continue;
    const { id, name } = adKeysOf(line);
    if (id !== null) named.byId.add(id);
    if (name !== null) named.byName.add(name);
    if (name !== null && id === null) named.withoutId.add(name);
  }
  /** Whether rows of days are of the same campaign, or ad where no campaign is named. */
  const hasDays = (line: SpendLine): boolean => {
    const { id, name } = adKeysOf(line);
    if (id !== null && named.byId.has(id)) return true;
    return name !== null && (id === null ? named.byName : named.withoutId).has(name);
  };
  return (line) =>
    line.isLabelled
      ? sumKeysOf(line).some((key) => sums.get(key)?.equals(line.spend.amount))
      : !line.hasOwnDay && hasDays(line);
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
