import { QueryTypes, type Transaction } from "sequelize";
import { isSqlite, sequelize } from "#app/database/connection.server.ts";
import { asNumber, escapeValue, exactSum, inRows } from "#app/database/dialect.server.ts";
import type { CountedEventState } from "#app/lib/event-state.ts";
import { type Days, listPeriods } from "#app/lib/periods.ts";
import { EVIDENCE_MEASURES, TRUTH_FILTERS, type TruthState, truthStates } from "#app/lib/truth.ts";

const select = <T extends object>(
  sql: string,
  replacements: Record<string, unknown> = {},
  transaction?: Transaction,
): Promise<T[]> =>
  sequelize.query<T>(sql, {
    type: QueryTypes.SELECT,
    replacements,
    ...(transaction ? { transaction } : {}),
  });
const run = (sql: string, replacements: Record<string, unknown>, transaction: Transaction) =>
  sequelize.query(sql, { replacements, transaction, raw: true });

/** By whose day something counts: the claim's, that of its ad click, or that of spend. */
type Basis = "claim" | "click" | "spend";

/** The states of claims that totals and counts tell apart; a key column cannot be NULL. */
export const STATES = ["status", "eventStatus", "eventState", "truthState"] as const;
export type States = Record<(typeof STATES)[number], string>;

const KEYS = ["basis", "kind", "period", "value", "measure", ...STATES] as const;
/** What is counted of a day, and how much of it, as text with four digits. */
export type CountRow = Record<(typeof KEYS)[number] | "amount", string>;

type Place = { workspaceId: string; day: string };
/** `2026-11` */
type Month = { workspaceId: string; month: string };

const isOfDay = "workspaceId = :workspaceId AND claimDay = :day";

/** The rows that a day's claims and spend have made. */
export const readCountsOfDay = (place: Place, transaction?: Transaction): Promise<CountRow[]> =>
  select(`SELECT ${KEYS.join(", ")}, amount FROM counts WHERE ${isOfDay}`, place, transaction);

/** How many rows one statement has. */
const CHUNK = 400;

const inChunks = async <T>(rows: T[], write: (chunk: T[]) => Promise<unknown>): Promise<void> => {
  for (let at = 0; at < rows.length; at += CHUNK) await write(rows.slice(at, at + CHUNK));
};

/** Replaces some of a day's rows, and adds up their periods again. */
export async function replaceCountsOfDay(
  { workspaceId, day }: Place,
  { gone, added }: { gone: CountRow[]; added: CountRow[] },
  transaction: Transaction,
): Promise<void> {
  const listValues = (row: CountRow) => KEYS.map((key) => escapeValue(row[key])).join(", ");
  await inChunks(gone, (rows) =>
    run(
      `DELETE FROM counts WHERE ${isOfDay} AND (${KEYS.join(", ")}) IN (${inRows(rows.map((row) => `(${listValues(row)})`))})`,
      { workspaceId, day },
      transaction,
    ),
  );
  const place = [workspaceId, day].map(escapeValue).join(", ");
  await inChunks(added, (rows) =>
    run(
      `INSERT INTO counts (workspaceId, claimDay, ${KEYS.join(", ")}, amount) VALUES ${rows
        .map((row) => `(${place}, ${listValues(row)}, ${escapeValue(row.amount)})`)
        .join(", ")}`,
      {},
      transaction,
    ),
  );
  await addUpPeriods(workspaceId, [...gone, ...added], transaction);
}

/** How long the periods are that days add up to, and what each is added up from: tens, and of these months. */
export const LEVELS = [
  { length: 9, from: 10 },
  { length: 7, from: 9 },
] as const;

type Changed = Pick<CountRow, "basis" | "kind" | "period" | "value">;

/** Adds up the tens and then the months of some rows again, for their values. */
async function addUpPeriods(workspaceId: string, rows: Changed[], transaction: Transaction): Promise<void> {
  for (const { length, from } of LEVELS) {
    const groups = new Map<string, Pick<Changed, "basis" | "kind" | "period"> & { values: Set<string> }>();
    for (const { basis, kind, period: own, value } of rows) {
      const period = own.slice(0, length);
      const id = `${basis} ${kind} ${period}`;
      const group = groups.get(id) ?? { basis, kind, period, values: new Set() };
      group.values.add(value);
      groups.set(id, group);
    }
    for (const { values, ...keys } of groups.values())
      await inChunks([...values].sort(), async (chunk) => {
        const replacements = { workspaceId, ...keys, last: `${keys.period}~` };
        const ofGroup = `workspaceId = :workspaceId AND basis = :basis AND kind = :kind AND value IN (${chunk.map(escapeValue).join(", ")})`;
        await run(`DELETE FROM counts WHERE ${ofGroup} AND period = :period`, replacements, transaction);
        const others = `value, measure, ${STATES.join(", ")}`;
        await run(
          `INSERT INTO counts (workspaceId, basis, kind, period, claimDay, ${others}, amount)
           SELECT workspaceId, basis, kind, :period, '', ${others}, ${exactSum("amount")} FROM counts
           WHERE ${ofGroup} AND period BETWEEN :period AND :last AND LENGTH(period) = ${from}
           GROUP BY workspaceId, basis, kind, ${others}`,
          replacements,
          transaction,
        );
      });
  }
}

/** Adds up all rows of a month again. */
export async function addUpMonth({ workspaceId, month }: Month, transaction: Transaction): Promise<void> {
  const rows = await select<Changed>(
    `SELECT DISTINCT basis, kind, value, SUBSTR(period, 1, 9) AS period FROM counts
     WHERE workspaceId = :workspaceId AND period BETWEEN :month AND :last`,
    { workspaceId, month, last: `${month}~` },
    transaction,
  );
  await addUpPeriods(workspaceId, rows, transaction);
}

export type CountQuery = {
  workspaceId: string;
  basis: Basis;
  kind: string;
  days: Days;
  /** Only these of the days. */
  only?: readonly string[] | undefined;
  /** What `key` of the sums is; without it the values and days are one. */
  by?: "value" | "period";
  /** Only these values. */
  values?: readonly string[];
  /** Only this measure, or these. */
  measure?: string | readonly string[];
  /** Only days up to this one. */
  until?: string;
  /** Only as many values, those with the most claims first, of `sumClaims`. */
  limit?: number;
};

/** Of which query a sum is, and whether it adds up rows of days that are left out. */
type OfQuery = { part: number; isLeft: number };
type StoredSum = OfQuery & Record<"key" | "measure" | (typeof STATES)[number], string> & { amount: string };

/**
 * Adds up what is stored of each measure, by the fewest periods that have the days, and in the same moment what is
 * stored of the days to leave out. Several queries are one statement.
 */
export function sumCounts(queries: CountQuery[], left: readonly string[]): Promise<StoredSum[]> {
  const columns = ["c.measure", ...STATES.map((state) => `c.${state}`)];
  return selectSums(queries, left, { columns, sums: `${exactSum("c.amount")} AS amount` });
}

/** How many claims there are, and how many of them are in each state that figures tell apart. */
export const CLAIM_SUMS = ["submissions", "handled", "sent", ...TRUTH_FILTERS, ...EVIDENCE_MEASURES] as const;
type StoredClaims = OfQuery & { key: string } & Record<(typeof CLAIM_SUMS)[number], number | string>;

/** The same of claims alone, whose states are added up: `limit` values, those with the most claims first. */
export function sumClaims(queries: CountQuery[], left: readonly string[]): Promise<StoredClaims[]> {
  const count = `CAST(c.amount AS ${isSqlite ? "INTEGER" : "SIGNED"})`;
  const sumOf = (measure: string) => `SUM(CASE WHEN c.measure = '${measure}' THEN ${count} ELSE 0 END)`;
  const sumIf = (condition: string) =>
    `SUM(CASE WHEN c.measure = 'claims' AND ${condition} THEN ${count} ELSE 0 END)`;
  const sums = [
    `${sumOf("claims")} AS submissions, ${sumIf("c.status = 'handled'")} AS handled, ${sumIf("c.eventState = 'sent'")} AS sent`,
    ...TRUTH_FILTERS.map(
      (filter) => `${sumIf(`c.truthState IN (${list(truthStates[filter])})`)} AS ${filter}`,
    ),
    ...EVIDENCE_MEASURES.map((measure) => `${sumOf(measure)} AS \`${measure}\``),
  ];
  const claims = queries.map((query) => ({ ...query, measure: ["claims", ...EVIDENCE_MEASURES] }));
  return selectSums(claims, left, { columns: [], sums: sums.join(", ") });
}

/** The days of a query. None is left where it ends before they begin. */
export const daysOfQuery = ({ days, until }: Pick<CountQuery, "days" | "until">): Days =>
  until === undefined || until >= days.to ? days : { from: days.from, to: until };

const list = (texts: readonly string[]) => texts.map(escapeValue).join(", ");

function selectSums<Row extends OfQuery>(
  queries: CountQuery[],
  left: readonly string[],
  { columns, sums }: { columns: string[]; sums: string },
): Promise<Row[]> {
  const selects = queries.flatMap((query, part) => {
    const { workspaceId, basis, kind, only, by, values, measure, limit } = query;
    const days = daysOfQuery(query);
    const where = [
      `c.workspaceId = ${escapeValue(workspaceId)} AND c.basis = ${escapeValue(basis)} AND c.kind = ${escapeValue(kind)}`,
      ...(values ? [`c.value IN (${list(values)})`] : []),
      ...(measure === undefined ? [] : [`c.measure IN (${list([measure].flat())})`]),
    ].join(" AND ");
    const inDays = `c.period BETWEEN ${escapeValue(days.from)} AND ${escapeValue(days.to)}`;
    const inPeriods = only
      ? `c.period IN (${list(only)})`
      : by === "period"
        ? `${inDays} AND LENGTH(c.period) = 10`
        : `c.period IN (${list(listPeriods(days))})`;
    const key = by === undefined ? [] : [`c.${by}`];
    const groups = [...key, ...columns];
    const grouping = groups.length === 0 ? "" : `GROUP BY ${groups.join(", ")}`;
    const add = (isLeft: 0 | 1, condition: string, end = "") =>
      `SELECT ${[`${part} AS part`, `${key[0] ?? "''"} AS \`key\``, `${isLeft} AS isLeft`, ...columns, sums].join(", ")}
       FROM counts c WHERE ${where} AND ${condition} ${grouping}${end}`;
    const most =
      limit === undefined
        ? add(0, inPeriods)
        : `SELECT * FROM (${add(0, inPeriods, ` ORDER BY submissions DESC, \`key\` LIMIT ${limit}`)}) AS most`;
    const isLeftOut = `c.claimDay IN (${list(left)}) AND ${only ? inPeriods : inDays}`;
    return left.length === 0 ? [most] : [most, add(1, isLeftOut)];
  });
  return select<Row>(selects.join(" UNION ALL "));
}

/** What narrows counts and totals by the states of claims. */
export type StatesFilter = {
  status?: string;
  eventStatus?: string;
  eventStates?: CountedEventState[];
  truthStates?: readonly TruthState[];
};

/** The SQL conditions of a filter, whose parameters have its names. */
export const listConditions = (filter: StatesFilter): string[] => [
  ...(filter.status ? [`status = ${escapeValue(filter.status)}`] : []),
  ...(filter.eventStatus ? [`eventStatus = ${escapeValue(filter.eventStatus)}`] : []),
  ...(filter.eventStates ? [`eventState IN (${list(filter.eventStates)})`] : []),
  ...(filter.truthStates ? [`truthState IN (${list(filter.truthStates)})`] : []),
];

/** How many claims each day has by values of a kind, but for some days. */
export async function countsByDay(
  filter: StatesFilter & { workspaceId: string; fromDay?: string; toDay?: string },
  { kind, values }: { kind: string; values: readonly string[] },
  others: readonly string[],
): Promise<{ day: string; count: number }[]> {
  const conditions = [
    "workspaceId = :workspaceId AND basis = 'claim' AND kind = :kind AND value IN (:values) AND measure = 'claims'",
    "LENGTH(period) = 10",
    ...listConditions(filter),
    ...(filter.fromDay ? ["period >= :fromDay"] : []),
    ...(filter.toDay ? ["period <= :toDay"] : []),
    ...(others.length > 0 ? ["period NOT IN (:others)"] : []),
  ];
  const rows = await select<{ day: string; total: number | string }>(
    `SELECT period AS day, SUM(${asNumber("amount")}) AS total FROM counts WHERE ${conditions.join(" AND ")} GROUP BY period`,
    { ...filter, kind, values, others },
  );
  return rows.map(({ day, total }) => ({ day, count: Number(total) }));
}
