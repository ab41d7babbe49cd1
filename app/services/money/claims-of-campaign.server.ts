import { literal, Op, type WhereOptions } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { escapeValue, exactly, inRows } from "#app/database/dialect.server.ts";
import { readOrigins } from "#app/database/queries/claim-origins.server.ts";
import { clickPlatformOf, type Origin } from "#app/database/queries/counted-claims.server.ts";
import type { DateRange } from "#app/lib/date-range.ts";
import { DAY } from "#app/lib/dates.ts";
import type { Days } from "#app/lib/periods.ts";
import { openCounts } from "#app/services/counting/open-counts.server.ts";
import { findAds } from "./find-ad-objects.server.ts";

const COLUMNS = ["campaign", "campaignId", "adSetId", "adId"] as const;

/**
 * The condition of the claims that count with a campaign's spend; of none for one that is not there.
 * @param range when the list's claims were made: other claims are not looked at
 */
export async function isOfCampaign(
  workspaceId: string,
  campaignRef: string,
  range: DateRange,
): Promise<WhereOptions> {
  const days = toDays(range);
  const [stored, counts, { match }] = await Promise.all([
    retryRead(() => readOrigins(workspaceId, days)),
    openCounts(workspaceId, days ?? ALL_DAYS),
    findAds(workspaceId),
  ]);
  const origins = new Map([...stored, ...counts.origins].map((origin) => [origin.id, origin]));
  const own: Identified[] = [];
  const others: Identified[] = [];
  for (const origin of origins.values())
    (match(origin).campaign?.id === campaignRef ? own : others).push(origin);
  // A value that only this campaign's claims have needs no other condition.
  const conditions = COLUMNS.map((column) => {
    const shared = new Set(others.map((origin) => origin[column]));
    const values = new Set(own.map((origin) => origin[column]).filter((value) => !shared.has(value)));
    values.delete("");
    return { column, values };
  });
  const left = own.filter((origin) => conditions.every(({ column, values }) => !values.has(origin[column])));
  return {
    [Op.or]: [
      { id: [] },
      ...conditions.flatMap(({ column, values }) =>
        values.size === 0 ? [] : [hasOneOf(column, [...values])],
      ),
      ...(left.length === 0 ? [] : [isFrom(left)]),
    ],
  };
}

const ALL_DAYS: Days = { from: "0001-01-01", to: "9998-12-31" };

/** All days that a range has in any time zone; null for a range without a beginning. */
function toDays({ from, before }: DateRange): Days | null {
  if (!from) return null;
  const toDay = (at: Date, days: number) => new Date(at.getTime() + days * DAY).toISOString().slice(0, 10);
  return { from: toDay(from, -1), to: toDay(before ?? new Date(), 1) };
}

type Identified = Origin & { id: string };

/** One condition for all origins: SQLite limits how many are joined by OR. */
function isFrom(origins: Origin[]): WhereOptions {
  const own = COLUMNS.map((column) => `COALESCE(${exactly(`\`Submission\`.\`${column}\``)}, '')`);
  const rows = origins.map(
    (origin) =>
      `(${[...COLUMNS, "clickPlatform" as const].map((key) => escapeValue(origin[key])).join(", ")})`,
  );
  return literal(`(${own.join(", ")}, ${clickPlatformOf("`Submission`")}) IN (${inRows(rows)})`);
}

/** Compares byte by byte; the first condition is one that MySQL has an index for. */
const hasOneOf = (column: (typeof COLUMNS)[number], values: string[]): WhereOptions => ({
  [Op.and]: [
    { [column]: values },
    literal(`${exactly(`\`Submission\`.\`${column}\``)} IN (${values.map(escapeValue).join(", ")})`),
  ],
});
