import { QueryTypes, type Transaction } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";
import { escapeValue, exactly, onConflictAdd } from "#app/database/dialect.server.ts";
import type { EventStatus, SubmissionStatus } from "#app/lib/domain.ts";

/** Where a submission is counted. Days and hours are in the workspace's time zone. */
export type TotalPlace = {
  workspaceId: string;
  day: string;
  platformId: string;
  status: SubmissionStatus;
  eventStatus: EventStatus | null;
  source: string | null;
  campaign: string | null;
  country: string | null;
  hour: number | null;
};

/** What the totals of a day are broken down by, besides the platform. */
export const BREAKDOWN_KINDS = ["source", "campaign", "country", "hour"] as const;
export type BreakdownKind = (typeof BREAKDOWN_KINDS)[number];

const placeKeys = ["workspaceId", "day", "platformId", "status", "eventStatus"] as const;
const breakdownKeys = ["workspaceId", "kind", "day", "value", "status", "eventStatus"] as const;

/** Counts submissions in the transaction that writes them. `by` is 1, or -1 for those that left their place. */
export function addToTotals(places: TotalPlace[], by: 1 | -1, transaction: Transaction): Promise<void> {
  return writeTotals(
    places.map((place) => ({ place, by })),
    transaction,
  );
}

export type TotalMove = { from: TotalPlace; to: TotalPlace };

/**
 * Counts submissions at their new places instead of the ones they left. The rows are the ones most wanted by
 * others, so a transaction changes them last.
 */
export function moveAllInTotals(moves: TotalMove[], transaction: Transaction): Promise<void> {
  return writeTotals(
    moves.flatMap(({ from, to }) => [
      { place: from, by: -1 },
      { place: to, by: 1 },
    ]),
    transaction,
  );
}

export const moveInTotals = (from: TotalPlace, to: TotalPlace, transaction: Transaction): Promise<void> =>
  moveAllInTotals([{ from, to }], transaction);

type Change = { place: TotalPlace; by: number };

async function writeTotals(changes: Change[], transaction: Transaction): Promise<void> {
  await addCounts("submissionTotals", placeKeys, changes.map(toPlaceRow), transaction);
  await addCounts("breakdownTotals", breakdownKeys, changes.flatMap(toBreakdownRows), transaction);
}

/** The values of the key columns, and by how much their count changes. */
type CountRow = { key: string[]; by: number };

const toPlaceRow = ({ place, by }: Change): CountRow => ({
  key: [place.workspaceId, place.day, place.platformId, place.status, place.eventStatus ?? "none"],
  by,
});

const toBreakdownRows = ({ place, by }: Change): CountRow[] =>
  BREAKDOWN_KINDS.flatMap((kind) => {
    const { workspaceId, day, status, eventStatus } = place;
    // A row of an older version is counted by hours once the job has reached it.
    if (kind === "hour" && place.hour === null) return [];
    const value = kind === "hour" ? hourValue(place.hour ?? 0) : (place[kind] ?? "");
    return [{ key: [workspaceId, kind, day, value, status, eventStatus ?? "none"], by }];
  });

/** As text that sorts: "09". */
export const hourValue = (hour: number): string => String(hour).padStart(2, "0");

async function addCounts(
  table: string,
  keys: readonly string[],
  counts: CountRow[],
  transaction: Transaction,
): Promise<void> {
  const sums = new Map<string, CountRow>();
  for (const { key, by } of counts) {
    const id = key.join("\0");
    const known = sums.get(id);
    if (known) known.by += by;
    else sums.set(id, { key, by });
  }
  // Always in one order: two transactions that change the same rows then wait for each other, not for ever.
  const rows = [...sums.entries()]
    .filter(([, { by }]) => by !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { key, by }]) => `(${[...key, by].map(escapeValue).join(",")})`);
  if (rows.length === 0) return;
  await sequelize.query(
    `INSERT INTO ${table} (${keys.map((key) => `\`${key}\``).join(", ")}, \`count\`) VALUES ${rows.join(",")} ${onConflictAdd([...keys], "count")}`,
    { transaction, raw: true },
  );
}

/** Adds views that were counted in memory. */
export async function addViews(
  rows: { workspaceId: string; day: string; count: number }[],
  transaction: Transaction,
): Promise<void> {
  await sequelize.query(
    `INSERT INTO viewTotals (workspaceId, day, \`count\`) VALUES ${rows.map((_, index) => `(:row${index})`).join(", ")} ${onConflictAdd(["workspaceId", "day"], "count")}`,
    {
      replacements: Object.fromEntries(
        rows.map((row, index) => [`row${index}`, [row.workspaceId, row.day, row.count]]),
      ),
      transaction,
    },
  );
}

export type TotalsFilter = {
  workspaceId: string;
  status?: string;
  eventStatus?: string;
  platformId?: string;
  fromDay?: string;
  toDay?: string;
};

/** How many submissions each of the workspace's days holds, in the order asked for. */
export async function totalsByDay(
  filter: TotalsFilter,
  order: "ASC" | "DESC",
): Promise<{ day: string; count: number }[]> {
  const conditions = ["workspaceId = :workspaceId"];
  if (filter.status) conditions.push("status = :status");
  if (filter.eventStatus) conditions.push("eventStatus = :eventStatus");
  if (filter.platformId) conditions.push("platformId = :platformId");
  if (filter.fromDay) conditions.push("day >= :fromDay");
  if (filter.toDay) conditions.push("day <= :toDay");
  const rows = await sequelize.query<{ day: string; total: number | string }>(
    `SELECT day, SUM(\`count\`) AS total FROM submissionTotals WHERE ${conditions.join(" AND ")} GROUP BY day HAVING SUM(\`count\`) > 0 ORDER BY day ${order}`,
    { type: QueryTypes.SELECT, replacements: filter },
  );
  return rows.map(({ day, total }) => ({ day, count: Number(total) }));
}

/** The campaigns that a day holds, at most `limit`. */
export async function campaignsOfDay(workspaceId: string, day: string, limit: number): Promise<string[]> {
  const rows = await sequelize.query<{ value: string }>(
    "SELECT DISTINCT value FROM breakdownTotals WHERE workspaceId = :workspaceId AND kind = 'campaign' AND day = :day AND value <> '' LIMIT :limit",
    { type: QueryTypes.SELECT, replacements: { workspaceId, day, limit } },
  );
  return rows.map(({ value }) => value);
}

/** The workspaces and days whose totals are not what their submissions add up to. */
export async function differingTotals(): Promise<{ workspaceId: string; day: string }[]> {
  const select = (sql: string) =>
    sequelize.query<{ workspaceId: string; day: string }>(sql, { type: QueryTypes.SELECT });
  const counted = "status, COALESCE(eventStatus, 'none') AS eventStatus, 1 AS amount FROM submissions";
  const differing = await select(
    `SELECT workspaceId, day FROM (
       SELECT workspaceId, day, platformId, ${counted}
       UNION ALL
       SELECT workspaceId, day, platformId, status, eventStatus, -\`count\` AS amount FROM submissionTotals
     ) AS both_sides GROUP BY workspaceId, day, platformId, status, eventStatus HAVING SUM(amount) <> 0`,
  );
  for (const kind of BREAKDOWN_KINDS) {
    const isHour = kind === "hour";
    const value = isHour ? hourText : `COALESCE(${exactly(kind)}, '')`;
    const rows = await select(
      `SELECT workspaceId, day FROM (
         SELECT workspaceId, day, ${value} AS value, ${counted} ${isHour ? "WHERE `hour` IS NOT NULL" : ""}
         UNION ALL
         SELECT workspaceId, day, value, status, eventStatus, -\`count\` AS amount FROM breakdownTotals WHERE kind = '${kind}'
       ) AS both_sides GROUP BY workspaceId, day, value, status, eventStatus HAVING SUM(amount) <> 0`,
    );
    differing.push(...rows);
  }
  return differing;
}

const hourText = exactly("CASE WHEN `hour` < 10 THEN CONCAT('0', `hour`) ELSE CONCAT('', `hour`) END");
