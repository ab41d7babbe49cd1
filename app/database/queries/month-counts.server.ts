import { QueryTypes, type Transaction } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";
import { databaseNow, escapeValue, exactly } from "#app/database/dialect.server.ts";
import { DAY, MINUTE } from "#app/lib/dates.ts";
import { type Days, listWholeMonths } from "#app/lib/periods.ts";

/** How long after its end a month is counted: by then few of its claims change. */
export const ENDED_MS = 14 * DAY;
/** How long after its last change a month is counted. Transactions that did not see its row have ended by then. */
const COUNTED_AFTER_MS = 15 * MINUTE;

type Month = { workspaceId: string; month: string };

const counted = "status, eventState, truthState";
/** SQL: the month of a day. */
const monthOf = (day: string) => `SUBSTR(${day}, 1, 7)`;

type Source = { kind: string; value: string; table: string };
/** Where the days have each kind of a month's counts. */
const sources: Source[] = [
  { kind: "'platform'", value: exactly("platformId"), table: "submissionTotals" },
  { kind: "'day'", value: exactly("day"), table: "submissionTotals" },
  { kind: "kind", value: "value", table: "breakdownTotals" },
];

/** What the days `t` add up to, by month. */
const addUp = ({ kind, value, table }: Source, where: string) =>
  `SELECT t.workspaceId, ${kind} AS kind, ${monthOf("day")} AS month, ${value} AS value, ${counted}, SUM(\`count\`) AS \`count\`
   FROM ${table} t WHERE ${where} GROUP BY t.workspaceId, kind, ${monthOf("day")}, ${value}, ${counted} HAVING SUM(\`count\`) <> 0`;

const select = <T extends object>(sql: string, replacements: Record<string, unknown> = {}): Promise<T[]> =>
  sequelize.query<T>(sql, { type: QueryTypes.SELECT, replacements });

/** The whole months of a range that can be read from their counts, in order. */
export async function findCountedMonths(workspaceId: string, days: Days): Promise<string[]> {
  const whole = listWholeMonths(days);
  if (whole.length === 0) return [];
  const rows = await select<{ month: string }>(
    "SELECT month FROM countedMonths WHERE workspaceId = :workspaceId AND month BETWEEN :first AND :last AND dueAt IS NULL ORDER BY month",
    { workspaceId, first: whole[0], last: whole.at(-1) },
  );
  return rows.map(({ month }) => month);
}

/**
 * Has months read by their days until they are counted again, in the transaction that changes the totals of these.
 * It costs nothing for a claim of the last weeks: a month has no row before `ENDED_MS`.
 */
export async function markMonths(
  places: { workspaceId: string; day: string }[],
  transaction: Transaction,
): Promise<void> {
  // A day earlier than another process may count one.
  const latest = new Date(Date.now() - ENDED_MS + DAY).toISOString().slice(0, 7);
  const changed = new Map<string, Set<string>>();
  for (const { workspaceId, day } of places) {
    const month = day.slice(0, 7);
    if (month < latest) changed.set(workspaceId, (changed.get(workspaceId) ?? new Set()).add(month));
  }
  // One fixed order, so that two transactions cannot wait for each other.
  for (const [workspaceId, months] of [...changed].sort(([a], [b]) => (a < b ? -1 : 1)))
    await sequelize.query(
      `UPDATE countedMonths SET dueAt = ${databaseNow(COUNTED_AFTER_MS)} WHERE workspaceId = :workspaceId AND month IN (:months)`,
      { replacements: { workspaceId, months: [...months] }, transaction, raw: true },
    );
}

/** Writes the counts of a month: what its days add up to. */
export async function writeMonthCounts({ workspaceId, month }: Month, transaction: Transaction) {
  const run = (sql: string) =>
    sequelize.query(sql, {
      replacements: { workspaceId, month, first: `${month}-01`, last: `${month}-31` },
      transaction,
      raw: true,
    });
  await run("DELETE FROM monthCounts WHERE workspaceId = :workspaceId AND month = :month");
  for (const source of sources)
    await run(
      `INSERT INTO monthCounts (workspaceId, kind, month, value, ${counted}, \`count\`) ${addUp(source, "workspaceId = :workspaceId AND day BETWEEN :first AND :last")}`,
    );
}

/** Months of some workspaces with claims that have no row yet. `from` is null for all that end before `before`. */
export function findNewMonths(
  workspaceIds: string[],
  { from, before }: { from: string | null; before: string },
): Promise<Month[]> {
  return select(
    `SELECT DISTINCT t.workspaceId, ${monthOf("t.day")} AS month FROM submissionTotals t
     WHERE t.workspaceId IN (:workspaceIds) AND t.day >= :from AND t.day < :before AND NOT EXISTS
       (SELECT 1 FROM countedMonths m WHERE m.workspaceId = t.workspaceId AND m.month = ${monthOf("t.day")})`,
    { workspaceIds, from: from === null ? "" : `${from}-01`, before: `${before}-01` },
  );
}

const ADDED_AT_ONCE = 500;

/** Has months counted for the first time, once all transactions see their rows. */
export async function addMonths(months: Month[], transaction: Transaction): Promise<void> {
  const rows = months.map(
    ({ workspaceId, month }) =>
      `(${escapeValue(workspaceId)}, ${escapeValue(month)}, ${databaseNow(COUNTED_AFTER_MS)})`,
  );
  for (let at = 0; at < rows.length; at += ADDED_AT_ONCE)
    await sequelize.query(
      `INSERT INTO countedMonths (workspaceId, month, dueAt) VALUES ${rows.slice(at, at + ADDED_AT_ONCE).join(", ")}`,
      { transaction, raw: true },
    );
}

/** The counted months whose counts are not what their days add up to. */
export async function differingMonths(): Promise<Month[]> {
  const isCounted = (month: string) =>
    `EXISTS (SELECT 1 FROM countedMonths m WHERE m.workspaceId = t.workspaceId AND m.month = ${month} AND m.dueAt IS NULL)`;
  const columns = `workspaceId, kind, month, value, ${counted}`;
  const ofDays = sources.map(
    (source) =>
      `SELECT ${columns}, -\`count\` AS amount FROM (${addUp(source, isCounted(monthOf("t.day")))}) AS days`,
  );
  return select(
    `SELECT DISTINCT workspaceId, month FROM (
       SELECT ${columns} FROM (
         SELECT ${columns}, \`count\` AS amount FROM monthCounts t WHERE ${isCounted("t.month")}
         UNION ALL ${ofDays.join(" UNION ALL ")}
       ) AS both_sides GROUP BY ${columns} HAVING SUM(amount) <> 0
     ) AS differing`,
  );
}
