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
import type { Value } from "#app/database/values.server.ts";
import type { SubmissionStatus } from "#app/lib/domain.ts";
import { type CountedEventState, DELIVERY_STATES_UNDER_WAY } from "#app/lib/event-state.ts";
import type { Days } from "#app/lib/periods.ts";
import type { ColumnFor } from "#app/lib/submission-columns.ts";
import { type TruthState, toTruthState } from "#app/lib/truth.ts";
import type { Submission } from "#app/models/submission.server.ts";
import { markPlaces } from "./day-marks.server.ts";
import { selectCountedState } from "./event-states.server.ts";
import { markMonths } from "./month-counts.server.ts";

/** Where a submission is counted. Days and hours are in the workspace's time zone. */
export type TotalPlace = Pick<Submission, Exclude<CountedColumn, LaterColumn>> &
  Partial<Pick<Submission, CountedColumn & LaterColumn>>;
type CountedColumn = ColumnFor<"counted">;
type LaterColumn = ColumnFor<"later">;

/** Properties of a submission that the totals of a day are broken down by, besides the platform. */
export const PROPERTY_KINDS = ["source", "campaign", "country", "hour", "link"] as const;
export type PropertyKind = (typeof PROPERTY_KINDS)[number];
/** `form`: by its id. `delivery`: what became of each event at an ad platform, `meta:sent`. */
const BREAKDOWN_KINDS = [...PROPERTY_KINDS, "form", "delivery"] as const;
type BreakdownKind = (typeof BREAKDOWN_KINDS)[number];

/** What is counted of a submission besides its properties: a key column cannot be NULL. */
const countedKeys = ["status", "eventStatus", "eventState", "truthState"] as const;
const toCountedKey = (place: TotalPlace) => [
  place.status,
  place.eventStatus ?? "none",
  place.eventState ?? "",
  toTruthState(place),
];
/** SQL for `toTruthState`. */
export const truthState = `CASE WHEN withdrawnAt IS NOT NULL THEN 'none' WHEN status = 'pending' THEN 'waiting'
  WHEN status = 'handled' THEN CASE WHEN chargedBackAt IS NOT NULL THEN 'charged_back'
    WHEN confirmedByStatement = 1 THEN 'confirmed' ELSE 'verified' END
  WHEN handledAt IS NULL THEN 'none' ELSE 'rejected' END`;
/** The same of rows, as SQL. */
export const countedColumns = `status, COALESCE(eventStatus, 'none') AS eventStatus, COALESCE(eventState, '') AS eventState, ${truthState} AS truthState`;

const placeKeys = ["workspaceId", "day", "platformId", ...countedKeys] as const;
const breakdownKeys = ["workspaceId", "kind", "day", "value", ...countedKeys] as const;

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

/** Changes the counts of places. */
export async function changeTotals(changes: Change[], transaction: Transaction): Promise<void> {
  await addCounts("submissionTotals", placeKeys, changes.map(toPlaceRow), transaction);
  await addCounts("breakdownTotals", breakdownKeys, changes.flatMap(toBreakdownRows), transaction);
  const places = changes.map(({ place }) => place);
  await markMonths(places, transaction);
  await markPlaces(places, transaction);
}

/** The values of the key columns, and by how much their count changes. */
type CountRow = { key: string[]; by: number };

const toPlaceRow = ({ place, by }: Change): CountRow => ({
  key: [place.workspaceId, place.day, place.platformId, ...toCountedKey(place)],
  by,
});

const toBreakdownRows = ({ place, by }: Change): CountRow[] =>
  BREAKDOWN_KINDS.flatMap((kind) =>
    getValues(kind, place).map((value) => ({
      key: [place.workspaceId, kind, place.day, value, ...toCountedKey(place)],
      by,
    })),
  );

function getValues(kind: BreakdownKind, place: TotalPlace): string[] {
  switch (kind) {
    case "hour":
      // A row of an older version is counted by hours once the job has reached it.
      return place.hour === null ? [] : [hourValue(place.hour)];
    case "form":
      return [place.formId];
    case "link":
      return place.linkId === null ? [] : [place.linkId];
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

type TotalsFilter = {
  workspaceId: string;
  status?: string;
  eventStatus?: string;
  eventStates?: CountedEventState[];
  truthStates?: readonly TruthState[];
  platformId?: string;
  fromDay?: string;
  toDay?: string;
};

/** Values that the totals are broken down by; empty for submissions without one. */
export type BreakdownFilter = { kind: BreakdownKind; values: string[] };

/** How many submissions each of the workspace's days holds, in the order asked for. */
export async function totalsByDay(
  filter: TotalsFilter,
  order: "ASC" | "DESC",
  breakdown?: BreakdownFilter,
): Promise<{ day: string; count: number }[]> {
  const conditions = [
    "workspaceId = :workspaceId",
    ...(breakdown ? ["kind = :kind", "value IN (:values)"] : []),
  ];
  if (filter.status) conditions.push("status = :status");
  if (filter.eventStatus) conditions.push("eventStatus = :eventStatus");
  if (filter.eventStates) conditions.push("eventState IN (:eventStates)");
  if (filter.truthStates) conditions.push("truthState IN (:truthStates)");
  if (filter.platformId) conditions.push("platformId = :platformId");
  if (filter.fromDay) conditions.push("day >= :fromDay");
  if (filter.toDay) conditions.push("day <= :toDay");
  const rows = await sequelize.query<{ day: string; total: number | string }>(
    `SELECT day, SUM(\`count\`) AS total FROM ${breakdown ? "breakdownTotals" : "submissionTotals"} WHERE ${conditions.join(" AND ")} GROUP BY day HAVING SUM(\`count\`) > 0 ORDER BY day ${order}`,
    { type: QueryTypes.SELECT, replacements: { ...filter, ...breakdown } },
  );
  return rows.map(({ day, total }) => ({ day, count: Number(total) }));
}

/** How many of the workspace's submissions, of some days or of all, have a status. */
export const statusCount = (workspaceId: string, status: SubmissionStatus, days?: Days): Value<number> => ({
  sql: `SELECT SUM(\`count\`) FROM submissionTotals WHERE workspaceId = ${escapeValue(workspaceId)} AND status = ${escapeValue(status)}${days ? ` AND day BETWEEN ${escapeValue(days.from)} AND ${escapeValue(days.to)}` : ""}`,
  read: Number,
});

type StateCount = { status: SubmissionStatus; eventState: CountedEventState | ""; count: number };

/** How many of the workspace's submissions have each status and event state; those that none has may be missing. */
export async function totalsByState(workspaceId: string): Promise<StateCount[]> {
  const rows = await sequelize.query<StateCount>(
    "SELECT status, eventState, SUM(`count`) AS `count` FROM submissionTotals WHERE workspaceId = :workspaceId GROUP BY status, eventState",
    { type: QueryTypes.SELECT, replacements: { workspaceId } },
  );
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

/** The campaigns of a day, at most `limit`. */
export async function campaignsOfDay(workspaceId: string, day: string, limit: number): Promise<string[]> {
  const rows = await sequelize.query<{ value: string }>(
    "SELECT DISTINCT value FROM breakdownTotals WHERE workspaceId = :workspaceId AND kind = 'campaign' AND day = :day AND value <> '' LIMIT :limit",
    { type: QueryTypes.SELECT, replacements: { workspaceId, day, limit } },
  );
  return rows.map(({ value }) => value);
}

type Day = { workspaceId: string; day: string };

const select = <T extends object = Day>(sql: string) => sequelize.query<T>(sql, { type: QueryTypes.SELECT });

type Difference = Day & Record<(typeof countedKeys)[number], string> & { amount: number | string };

/** Where totals are not what their rows add up to, and by how much they are too small. */
function differing<Value extends string>(
  column: Value,
  { value, from }: { value: string; from: string },
  totals: string,
) {
  const keys = `workspaceId, day, ${column}, ${countedKeys.join(", ")}`;
  return select<Difference & Record<Value, string>>(
    `SELECT ${keys}, SUM(amount) AS amount FROM (
       SELECT workspaceId, day, ${value} AS ${column}, ${countedColumns}, 1 AS amount FROM ${from}
       UNION ALL SELECT ${keys}, -\`count\` AS amount FROM ${totals}
     ) AS both_sides GROUP BY ${keys} HAVING SUM(amount) <> 0`,
  );
}

const differingBreakdown = (kind: BreakdownKind) =>
  differing("value", brokenDownRows[kind], `breakdownTotals WHERE kind = '${kind}'`);

/** The workspaces and days whose totals are not what their rows add up to. */
export async function differingTotals(): Promise<Day[]> {
  const found: Day[][] = [
    await differing("platformId", { value: "platformId", from: "submissions" }, "submissionTotals"),
    await select(`SELECT workspaceId, day FROM submissions WHERE COALESCE(eventState, '') <>
      CASE WHEN status = 'handled' THEN ${selectCountedState("submissions")} ELSE '' END`),
  ];
  for (const kind of BREAKDOWN_KINDS) found.push(await differingBreakdown(kind));
  const earned = await select(
    `SELECT workspaceId, day FROM (
       SELECT s.workspaceId, s.day, c.tierCurrency AS currency, ${asNumber("c.earned")} AS amount
       FROM commissions c JOIN submissions s ON s.id = c.submissionId WHERE c.earned IS NOT NULL
       UNION ALL
       SELECT workspaceId, day, currency, -${asNumber("amount")} AS amount FROM commissionTotals
     ) AS both_sides GROUP BY workspaceId, day, currency HAVING ROUND(SUM(amount), 4) <> 0`,
  );
  return [...found.flat(), ...earned];
}

/**
 * Whether the totals of forms do not add up to those of their days: an older version changes the others only.
 * It reads no claims. Without a workspace it looks at all.
 */
export async function formTotalsDiffer(workspaceId?: string): Promise<boolean> {
  const keys = `workspaceId, day, ${countedKeys.join(", ")}`;
  const inWorkspace = workspaceId === undefined ? "1 = 1" : `workspaceId = ${escapeValue(workspaceId)}`;
  const rows = await select(
    `SELECT workspaceId, day FROM (
       SELECT ${keys}, \`count\` AS amount FROM submissionTotals WHERE ${inWorkspace}
       UNION ALL SELECT ${keys}, -\`count\` AS amount FROM breakdownTotals WHERE ${inWorkspace} AND kind = 'form'
     ) AS both_sides GROUP BY ${keys} HAVING SUM(amount) <> 0 LIMIT 1`,
  );
  return rows.length > 0;
}

type PartDifferences = Awaited<ReturnType<typeof findPartDifferences>>;

/**
 * What the totals of forms and links lack, each from one moment of the database. An older version knows one form,
 * so views that no form has are those of the oldest one; it knows no links, so views of these are not found.
 */
export async function findPartDifferences() {
  const views = await select<Views>(
    `SELECT v.workspaceId, v.day, MIN(f.id) AS formId, v.amount AS \`count\` FROM (
       SELECT workspaceId, day, SUM(amount) AS amount FROM (
         SELECT workspaceId, day, \`count\` AS amount FROM viewTotals
         UNION ALL SELECT workspaceId, day, -\`count\` AS amount FROM viewBreakdownTotals WHERE kind = 'form'
       ) AS both_sides GROUP BY workspaceId, day HAVING SUM(amount) > 0
     ) AS v JOIN optInForms f ON f.workspaceId = v.workspaceId GROUP BY v.workspaceId, v.day, v.amount`,
  );
  const claims: (Difference & { kind: BreakdownKind; value: string })[] = [];
  // A change that a link's totals lack is lacking in its form's too.
  if (await formTotalsDiffer())
    for (const kind of ["form", "link"] as const)
      claims.push(...(await differingBreakdown(kind)).map((row) => ({ ...row, kind })));
  return { claims, views };
}

/** Adds differences, which stay right whatever is counted meanwhile. */
export async function addPartDifferences(
  { claims, views }: PartDifferences,
  transaction: Transaction,
): Promise<void> {
  const counts = claims.map(({ workspaceId, kind, day, value, amount, ...state }) => ({
    key: [workspaceId, kind, day, value, ...countedKeys.map((key) => state[key])],
    by: Number(amount),
  }));
  await addCounts("breakdownTotals", breakdownKeys, counts, transaction);
  await addPartViews(
    views.map((row) => ({ ...row, count: Number(row.count) })),
    transaction,
  );
  await markMonths(claims, transaction);
}

/** SQL of the value by which the rows of each kind are counted. */
export const brokenDownRows: Record<BreakdownKind, { value: string; from: string }> = {
  source: { value: `COALESCE(${exactly("source")}, '')`, from: "submissions" },
  campaign: { value: `COALESCE(${exactly("campaign")}, '')`, from: "submissions" },
  country: { value: `COALESCE(${exactly("country")}, '')`, from: "submissions" },
  hour: {
    value: exactly("CASE WHEN `hour` < 10 THEN CONCAT('0', `hour`) ELSE CONCAT('', `hour`) END"),
    from: "submissions WHERE `hour` IS NOT NULL",
  },
  form: { value: exactly("formId"), from: "submissions" },
  link: { value: exactly("linkId"), from: "submissions WHERE linkId IS NOT NULL" },
  delivery: {
    value: exactly(
      "CONCAT(adPlatform, ':', CASE WHEN state = 'sent' AND receipt IS NOT NULL THEN 'confirmed' ELSE state END)",
    ),
    from: `(SELECT s.workspaceId, s.day, s.status, s.eventStatus, s.eventState, s.withdrawnAt, s.handledAt,
      s.chargedBackAt, s.confirmedByStatement, d.adPlatform, d.state, d.receipt FROM submissions s JOIN deliveries d ON d.submissionId = s.id
      WHERE s.status = 'handled' AND d.state NOT IN (${DELIVERY_STATES_UNDER_WAY.map(escapeValue).join(", ")})) AS settled`,
  },
};

/** Adds to what the claims of days have earned, in each currency: `by` claims each, -1 takes one back. */
export async function addToCommissionTotals(
  earned: { workspaceId: string; day: string; currency: string; amount: string; by: number }[],
  transaction: Transaction,
): Promise<void> {
  const sums = new Map<string, { key: string[]; sum: Decimal }>();
  for (const { workspaceId, day, currency, amount, by } of earned) {
    const key = [workspaceId, day, currency];
    const id = key.join(" ");
    const sum = sums.get(id)?.sum ?? new Sum(0);
    sums.set(id, { key, sum: sum.plus(new Sum(amount).times(by)) });
  }
  await markPlaces(earned, transaction);
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
