import { col, fn, Op, type Transaction } from "sequelize";
import { type Days, listDays, plusDays } from "#app/lib/periods.ts";
import { SPEND_PERIOD_MAX_DAYS } from "#app/lib/spend.ts";
import { SpendReport } from "#app/models/index.server.ts";

type Place = { workspaceId: string; adPlatform: string };
type Span = { day: string; toDay: string; reports: number };

/** About how many reports are worked out in one transaction. */
const REPORTS_AT_ONCE = 2_000;

/**
 * Some days and those whose spend depends on theirs, in parts that do not depend on each other: the days of periods
 * that overlap are one part, and some single days are one.
 */
export async function listDependentDays(
  place: Place,
  days: readonly string[],
  transaction?: Transaction,
): Promise<string[][]> {
  const sorted = [...new Set(days)].sort();
  const [from, to] = [sorted[0], sorted.at(-1)];
  if (from === undefined || to === undefined) return [];
  const { spans, ranges } = await findRanges(place, { from, to }, transaction);
  const counts = new Map<string, number>();
  for (const { day, reports } of spans) counts.set(day, (counts.get(day) ?? 0) + reports);
  const isWanted = (range: Days) => sorted.some((day) => day >= range.from && day <= range.to);
  const parts = ranges.filter(isWanted).map(listDays);
  const single = sorted.filter((day) => !ranges.some((range) => day >= range.from && day <= range.to));
  let [own, count]: [string[], number] = [[], 0];
  for (const day of single) {
    own.push(day);
    count += counts.get(day) ?? 0;
    if (count < REPORTS_AT_ONCE) continue;
    parts.push(own);
    [own, count] = [[], 0];
  }
  return own.length > 0 ? [...parts, own] : parts;
}

/** The ranges of periods that overlap, of all that depend on some days. */
async function findRanges(
  place: Place,
  { from, to }: Days,
  transaction?: Transaction,
): Promise<{ spans: Span[]; ranges: Days[] }> {
  const spans = await listSpans(place, { from, to }, transaction);
  const periods = spans.filter(({ day, toDay }) => day < toDay);
  const [first = from] = [from, ...periods.map(({ day }) => day)].sort();
  const last = [to, ...periods.map(({ toDay }) => toDay)].sort().at(-1) ?? to;
  if (first < from || last > to) return findRanges(place, { from: first, to: last }, transaction);
  const ranges: Days[] = [];
  for (const { day, toDay } of periods.sort((one, other) => (one.day < other.day ? -1 : 1))) {
    const range = ranges.at(-1);
    if (!range || day > range.to) ranges.push({ from: day, to: toDay });
    else if (toDay > range.to) range.to = toDay;
  }
  return { spans, ranges };
}

/** The days and periods that reports are for, and how many each has. */
async function listSpans(place: Place, { from, to }: Days, transaction?: Transaction): Promise<Span[]> {
  const found = await SpendReport.findAll({
    where: {
      ...place,
      day: { [Op.between]: [plusDays(from, -SPEND_PERIOD_MAX_DAYS), to] },
      toDay: { [Op.gte]: from },
    },
    attributes: ["day", "toDay", [fn("COUNT", col("id")), "reports"]],
    group: ["day", "toDay"],
    raw: true,
    ...(transaction && { transaction }),
  });
  return (found as unknown as Span[]).map((span) => ({ ...span, reports: Number(span.reports) }));
}
