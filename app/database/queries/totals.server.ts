import { QueryTypes, type Transaction } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";
import { escapeValue, exactly, onConflictAdd } from "#app/database/dialect.server.ts";
import { readValues, rowsOfSql, type Value } from "#app/database/values.server.ts";
import { DAY } from "#app/lib/dates.ts";
import type { SubmissionStatus } from "#app/lib/domain.ts";
import type { CountedEventState } from "#app/lib/event-state.ts";
import type { Days } from "#app/lib/periods.ts";
import type { ColumnFor } from "#app/lib/submission-columns.ts";
import { toTruthState } from "#app/lib/truth.ts";
import type { Submission } from "#app/models/submission.server.ts";
import { stateColumns } from "./counted-claims.server.ts";
import { listConditions, STATES, type StatesFilter } from "./counts.server.ts";
import { markPlaces } from "./day-marks.server.ts";
import { selectCountedState } from "./event-states.server.ts";

/** Where a submission is counted. Days and hours are in the workspace's time zone. */
export type TotalPlace = Pick<Submission, Exclude<CountedColumn, LaterColumn>> &
  Partial<Pick<Submission, CountedColumn & LaterColumn>>;
type CountedColumn = ColumnFor<"counted">;
type LaterColumn = ColumnFor<"later">;

const toCountedKey = (place: TotalPlace) => [
  place.status,
  place.eventStatus ?? "none",
  place.eventState ?? "",
  toTruthState(place),
];
const placeKeys = ["workspaceId", "day", "platformId", ...STATES] as const;

/** Counts submissions in the transaction that creates them. */
export function addToTotals(places: TotalPlace[], transaction: Transaction): Promise<void> {
  return changeTotals(
    places.map((place) => ({ place, by: 1 })),
    transaction,
  );
}

export type TotalChange = { from: TotalPlace; to: TotalPlace };

/**
 * Counts submissions at their new places instead of their old ones. Many transactions change these rows, so
 * each does it last.
 */
export function updateTotals(changes: TotalChange[], transaction: Transaction): Promise<void> {
  return changeTotals(
    changes.flatMap(({ from, to }) => [
      { place: from, by: -1 },
      { place: to, by: 1 },
    ]),
    transaction,
  );
}

type Change = { place: TotalPlace; by: number };

/** Changes the totals of places, and has all else that is counted of their days counted again. */
export async function changeTotals(changes: Change[], transaction: Transaction): Promise<void> {
  await addCounts("submissionTotals", placeKeys, changes.map(toPlaceRow), transaction);
  await markPlaces(
    changes.map(({ place }) => place),
    transaction,
  );
}

/** The values of the key columns, and by how much their count changes. */
type CountRow = { key: string[]; by: number };

const toPlaceRow = ({ place, by }: Change): CountRow => ({
  key: [place.workspaceId, place.day, place.platformId, ...toCountedKey(place)],
  by,
});

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

export type Views = {
  workspaceId: string;
  formId: string;
  /** The form's link that it was opened by. */
  linkId?: string | null;
  day: string;
  count: number;
};

/** Adds views that were counted in memory. */
export async function addViews(views: Views[], transaction: Transaction): Promise<void> {
  const keys = ["workspaceId", "day"];
  await addCounts(
    "viewTotals",
    keys,
    views.map(({ workspaceId, day, count }) => ({ key: [workspaceId, day], by: count })),
    transaction,
  );
  await addPartViews(views, transaction);
}

const addPartViews = (views: Views[], transaction: Transaction): Promise<void> =>
  addCounts(
    "viewBreakdownTotals",
    ["workspaceId", "day", "kind", "value"],
    views.flatMap(({ workspaceId, formId, linkId = null, day, count }) => [
      { key: [workspaceId, day, "form", formId], by: count },
      ...(linkId === null ? [] : [{ key: [workspaceId, day, "link", linkId], by: count }]),
    ]),
    transaction,
  );

/** Deletes the views of what is deleted itself. */
export async function deleteViews(
  part: { workspaceId: string; kind: "link"; value: string },
  transaction: Transaction,
): Promise<void> {
  await sequelize.query(
    "DELETE FROM viewBreakdownTotals WHERE workspaceId = :workspaceId AND kind = :kind AND value = :value",
    { replacements: part, transaction, raw: true },
  );
}

export type TotalsFilter = StatesFilter & {
  workspaceId: string;
  platformId?: string;
  fromDay?: string;
  toDay?: string;
};

/** How many submissions each of the workspace's days holds, in the order asked for. */
export async function totalsByDay(
  filter: TotalsFilter,
  order: "ASC" | "DESC",
): Promise<{ day: string; count: number }[]> {
  const { workspaceId, platformId, fromDay, toDay } = filter;
  const conditions = [`workspaceId = ${escapeValue(workspaceId)}`, ...listConditions(filter)];
  if (platformId) conditions.push(`platformId = ${escapeValue(platformId)}`);
  if (fromDay) conditions.push(`day >= ${escapeValue(fromDay)}`);
  if (toDay) conditions.push(`day <= ${escapeValue(toDay)}`);
  const { days } = await readValues({
    days: rowsOfSql<{ day: string; count: number }>(
      ["day", "count"],
      `SELECT day, SUM(\`count\`) AS \`count\` FROM submissionTotals WHERE ${conditions.join(" AND ")} GROUP BY day HAVING SUM(\`count\`) > 0`,
    ),
  });
  const sign = order === "ASC" ? 1 : -1;
  return days.sort((one, other) => (one.day < other.day ? -sign : sign));
}

/** How many of the workspace's submissions, of some days or of all, have a status. */
export const statusCount = (workspaceId: string, status: SubmissionStatus, days?: Days): Value<number> => ({
  sql: `SELECT SUM(\`count\`) FROM submissionTotals WHERE workspaceId = ${escapeValue(workspaceId)} AND status = ${escapeValue(status)}${days ? ` AND day BETWEEN ${escapeValue(days.from)} AND ${escapeValue(days.to)}` : ""}`,
  read: Number,
});

/** How many of the workspace's verified submissions have an event in some settled states. */
export const eventStatesCount = (workspaceId: string, states: readonly string[]): Value<number> => ({
  sql: `SELECT SUM(\`count\`) FROM submissionTotals WHERE workspaceId = ${escapeValue(workspaceId)} AND eventState IN (${states.map(escapeValue).join(", ")})`,
  read: Number,
});

type StateCount = { status: SubmissionStatus; eventState: CountedEventState | ""; count: number };

/** How many of the workspace's submissions have each status and event state; those that none has may be missing. */
export const totalsByState = (workspaceId: string): Value<StateCount[]> =>
  rowsOfSql<StateCount>(
    ["status", "eventState", "count"],
    `SELECT status, eventState, SUM(\`count\`) AS \`count\` FROM submissionTotals WHERE workspaceId = ${escapeValue(workspaceId)} GROUP BY status, eventState`,
  );

/** The campaigns of a day's claims, at most `limit`. */
export async function campaignsOfDay(workspaceId: string, day: string, limit: number): Promise<string[]> {
  // The index has the times of claims; a day of any time zone lies within these.
  const [from, before] = [-1, 2].map((days) => new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY));
  const rows = await sequelize.query<{ campaign: string }>(
    `SELECT DISTINCT ${exactly("campaign")} AS campaign FROM submissions
     WHERE workspaceId = :workspaceId AND createdAt >= ${escapeValue(from)} AND createdAt < ${escapeValue(before)}
       AND day = :day AND campaign IS NOT NULL LIMIT :limit`,
    { type: QueryTypes.SELECT, replacements: { workspaceId, day, limit } },
  );
  return rows.map(({ campaign }) => campaign);
}

type Day = { workspaceId: string; day: string };

/** The workspaces and days whose totals are not what their claims add up to. */
export async function differingTotals(): Promise<Day[]> {
  const select = (sql: string) => sequelize.query<Day>(sql, { type: QueryTypes.SELECT });
  const keys = `workspaceId, day, platformId, ${STATES.join(", ")}`;
  return [
    ...(await select(
      `SELECT ${keys}, SUM(amount) AS amount FROM (
         SELECT workspaceId, day, platformId, ${stateColumns}, 1 AS amount FROM submissions
         UNION ALL SELECT ${keys}, -\`count\` AS amount FROM submissionTotals
       ) AS both_sides GROUP BY ${keys} HAVING SUM(amount) <> 0`,
    )),
    ...(await select(
      `SELECT workspaceId, day FROM submissions WHERE COALESCE(eventState, '') <>
         CASE WHEN status = 'handled' THEN ${selectCountedState("submissions")} ELSE '' END`,
    )),
  ];
}
