import Decimal from "decimal.js-light";
import { QueryTypes, type Transaction } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";
import {
  asNumber,
  escapeValue,
  exactly,
  onConflictAdd,
  onConflictAddMoney,
} from "#app/database/dialect.server.ts";
import type { ColumnFor } from "#app/lib/submission-columns.ts";
import type { Submission } from "#app/models/submission.server.ts";
import { countedStateOf } from "./event-states.server.ts";

/** Where a submission is counted. Days and hours are in the workspace's time zone. */
export type TotalPlace = Pick<Submission, Exclude<Counted, Later>> &
  Partial<Pick<Submission, Counted & Later>>;
type Counted = ColumnFor<"counted">;
type Later = ColumnFor<"later">;

/** Properties of a submission that the totals of a day are broken down by, besides the platform. */
export const PROPERTY_KINDS = ["source", "campaign", "country", "hour"] as const;
export type PropertyKind = (typeof PROPERTY_KINDS)[number];
/** `event`: why events are not accepted; `delivery`: what became of each, `meta:sent`. */
const BREAKDOWN_KINDS = [...PROPERTY_KINDS, "event", "delivery"] as const;
type BreakdownKind = (typeof BREAKDOWN_KINDS)[number];

const placeKeys = ["workspaceId", "day", "platformId", "status", "eventStatus"] as const;
const breakdownKeys = ["workspaceId", "kind", "day", "value", "status", "eventStatus"] as const;

/** Counts submissions in the transaction that writes them. `by` is -1 for those that left their place. */
export function addToTotals(places: TotalPlace[], by: 1 | -1, transaction: Transaction): Promise<void> {
  return writeTotals(
    places.map((place) => ({ place, by })),
    transaction,
  );
}

export type TotalMove = { from: TotalPlace; to: TotalPlace };

/**
 * Counts submissions at their new places instead of their old ones. Many transactions change these rows, so
 * each does it last.
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
    return valuesOf(kind, place).map((value) => ({
      key: [workspaceId, kind, day, value, status, eventStatus ?? "none"],
      by,
    }));
  });

function valuesOf(kind: BreakdownKind, place: TotalPlace): string[] {
  switch (kind) {
    case "hour":
      // A row of an older version is counted by hours once the job has reached it.
      return place.hour === null ? [] : [hourValue(place.hour)];
    case "event":
      return place.eventState ? [place.eventState] : [];
    case "delivery":
      return place.deliveryStates?.split(" ").filter((value) => !value.endsWith(":open")) ?? [];
    default:
      return [place[kind] ?? ""];
  }
}

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
  // One fixed order, so that two transactions cannot wait for each other.
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

type TotalsFilter = {
  workspaceId: string;
  status?: string;
  eventStatus?: string;
  platformId?: string;
  fromDay?: string;
  toDay?: string;
};

/** A value that the totals are broken down by; empty for submissions without one. */
export type Breakdown = { kind: BreakdownKind; value: string };

/** How many submissions each of the workspace's days holds, in the order asked for. */
export async function totalsByDay(
  filter: TotalsFilter,
  order: "ASC" | "DESC",
  breakdown?: Breakdown,
): Promise<{ day: string; count: number }[]> {
  const conditions = ["workspaceId = :workspaceId", ...(breakdown ? ["kind = :kind", "value = :value"] : [])];
  if (filter.status) conditions.push("status = :status");
  if (filter.eventStatus) conditions.push("eventStatus = :eventStatus");
  if (filter.platformId) conditions.push("platformId = :platformId");
  if (filter.fromDay) conditions.push("day >= :fromDay");
  if (filter.toDay) conditions.push("day <= :toDay");
  const rows = await sequelize.query<{ day: string; total: number | string }>(
    `SELECT day, SUM(\`count\`) AS total FROM ${breakdown ? "breakdownTotals" : "submissionTotals"} WHERE ${conditions.join(" AND ")} GROUP BY day HAVING SUM(\`count\`) > 0 ORDER BY day ${order}`,
    { type: QueryTypes.SELECT, replacements: { ...filter, ...breakdown } },
  );
  return rows.map(({ day, total }) => ({ day, count: Number(total) }));
}

/** How many of the workspace's submissions have each status; a status that none has may be missing. */
export async function totalsByStatus(workspaceId: string): Promise<{ status: string; count: number }[]> {
  const rows = await sequelize.query<{ status: string; total: number | string }>(
    "SELECT status, SUM(`count`) AS total FROM submissionTotals WHERE workspaceId = :workspaceId GROUP BY status",
    { type: QueryTypes.SELECT, replacements: { workspaceId } },
  );
  return rows.map(({ status, total }) => ({ status, count: Number(total) }));
}

/** How many of the workspace's submissions have one of the values. */
export async function totalOfValues(
  workspaceId: string,
  kind: BreakdownKind,
  values: readonly string[],
): Promise<number> {
  const [row] = await sequelize.query<{ total: number | string | null }>(
    "SELECT SUM(`count`) AS total FROM breakdownTotals WHERE workspaceId = :workspaceId AND kind = :kind AND value IN (:values)",
    { type: QueryTypes.SELECT, replacements: { workspaceId, kind, values: [...values] } },
  );
  return Number(row?.total ?? 0);
}

/** The campaigns of a day, at most `limit`. */
export async function campaignsOfDay(workspaceId: string, day: string, limit: number): Promise<string[]> {
  const rows = await sequelize.query<{ value: string }>(
    "SELECT DISTINCT value FROM breakdownTotals WHERE workspaceId = :workspaceId AND kind = 'campaign' AND day = :day AND value <> '' LIMIT :limit",
    { type: QueryTypes.SELECT, replacements: { workspaceId, day, limit } },
  );
  return rows.map(({ value }) => value);
}

/**
 * The workspaces and days whose totals are not what their rows add up to.
 * @param primary the ad platform that decides how far an event is
 */
export async function differingTotals(primary: string): Promise<{ workspaceId: string; day: string }[]> {
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
  for (const kind of PROPERTY_KINDS) {
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
  for (const [kind, counted] of Object.entries(countedEvents(primary))) {
    const rows = await select(
      `SELECT workspaceId, day FROM (
         ${counted}
         UNION ALL
         SELECT workspaceId, day, value, eventStatus, -\`count\` AS amount FROM breakdownTotals WHERE kind = '${kind}'
       ) AS both_sides GROUP BY workspaceId, day, value, eventStatus HAVING SUM(amount) <> 0`,
    );
    differing.push(...rows);
  }
  const earned = await select(
    `SELECT workspaceId, day FROM (
       SELECT s.workspaceId, s.day, c.tierCurrency AS currency, ${asNumber("c.earned")} AS amount
       FROM commissions c JOIN submissions s ON s.id = c.submissionId WHERE c.earned IS NOT NULL
       UNION ALL
       SELECT workspaceId, day, currency, -${asNumber("amount")} AS amount FROM commissionTotals
     ) AS both_sides GROUP BY workspaceId, day, currency HAVING ROUND(SUM(amount), 4) <> 0`,
  );
  return [...differing, ...earned];
}

/** The rows that the totals of events count, as they are in the table of deliveries. */
const countedEvents = (primary: string) => ({
  event: `SELECT workspaceId, day, ${exactly(countedStateOf("submissions", primary))} AS value, COALESCE(eventStatus, 'none') AS eventStatus, 1 AS amount
    FROM submissions WHERE status = 'handled' AND COALESCE(eventStatus, 'none') <> 'sent'`,
  delivery: `SELECT s.workspaceId, s.day, ${exactly(`CONCAT(d.adPlatform, ':', CASE WHEN d.state = 'sent' AND d.receipt IS NOT NULL THEN 'confirmed' ELSE d.state END)`)} AS value,
      COALESCE(s.eventStatus, 'none') AS eventStatus, 1 AS amount
    FROM submissions s JOIN deliveries d ON d.submissionId = s.id
    WHERE s.status = 'handled' AND d.state IN ('sent', 'failed', 'expired', 'skipped')`,
});

/** Adds to what the claims of days have earned, in each currency. `by` is -1 for what is taken back. */
export async function addToCommissionTotals(
  earned: { workspaceId: string; day: string; currency: string; amount: string; by: 1 | -1 }[],
  transaction: Transaction,
): Promise<void> {
  const sums = new Map<string, { key: string[]; sum: Decimal }>();
  for (const { workspaceId, day, currency, amount, by } of earned) {
    const key = [workspaceId, day, currency];
    const id = key.join(" ");
    const sum = sums.get(id)?.sum ?? new Sum(0);
    sums.set(id, { key, sum: by === 1 ? sum.plus(amount) : sum.minus(amount) });
  }
  const rows = [...sums.entries()]
    .filter(([, { sum }]) => !sum.isZero())
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { key, sum }]) => `(${[...key, sum.toFixed(4)].map(escapeValue).join(",")})`);
  if (rows.length === 0) return;
  await sequelize.query(
    `INSERT INTO commissionTotals (workspaceId, day, currency, amount) VALUES ${rows.join(",")} ${onConflictAddMoney(["workspaceId", "day", "currency"], "amount")}`,
    { transaction, raw: true },
  );
}

const Sum = Decimal.clone({ precision: 40 });

const hourText = exactly("CASE WHEN `hour` < 10 THEN CONCAT('0', `hour`) ELSE CONCAT('', `hour`) END");
