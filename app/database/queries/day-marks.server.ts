import { QueryTypes, type Transaction } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";
import { escapeValue } from "#app/database/dialect.server.ts";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { readValues, rowsOfSql } from "#app/database/values.server.ts";
import { newId } from "#app/lib/ids.ts";
import type { Days } from "#app/lib/periods.ts";
import { DayMark } from "#app/models/day-mark.server.ts";

/** Marks days whose claims or spend are to be counted again. */
export function markDays(
  workspaceId: string,
  days: readonly string[],
  transaction: Transaction,
): Promise<void> {
  return markPlaces(
    days.map((day) => ({ workspaceId, day })),
    transaction,
  );
}

/** The same for days of several workspaces. */
export async function markPlaces(
  places: { workspaceId: string; day: string }[],
  transaction: Transaction,
): Promise<void> {
  const id = newId();
  const marks = new Map(
    places.map(({ workspaceId, day }) => [`${workspaceId} ${day}`, { workspaceId, day, id }]),
  );
  await insertRows(DayMark, [...marks.values()], transaction);
}

/** The ids of marks begin with it where the stored sums are in the currency before. */
const CURRENCY = "c:";

/**
 * Marks all days of a workspace with claims or spend, or of all workspaces those from a day on.
 * It is for what changes the money of many days at once: a currency, exchange rates or a time zone.
 */
export async function markAllDays(
  {
    workspaceId,
    from = "",
    isCurrencyNew = false,
  }: { workspaceId?: string; from?: string; isCurrencyNew?: boolean },
  transaction: Transaction,
): Promise<void> {
  const of = workspaceId === undefined ? "" : `w.id = ${escapeValue(workspaceId)} AND`;
  const days = ["submissionTotals", "spendRows"].map(
    (table) =>
      `SELECT t.workspaceId, t.day FROM workspaces w JOIN ${table} t ON t.workspaceId = w.id WHERE ${of} t.day >= ${escapeValue(from)}`,
  );
  const id = isCurrencyNew ? `${CURRENCY}${newId().replaceAll("-", "")}` : newId();
  await sequelize.query(
    `INSERT INTO dayMarks (workspaceId, day, id) SELECT workspaceId, day, ${escapeValue(id)} FROM (${days.join(" UNION ")}) AS days`,
    { transaction, type: QueryTypes.RAW },
  );
}

type Day = { workspaceId: string; day: string };

/** Days that are marked, the newest first, at most `limit`, without the first `offset`. */
export function findMarkedDays(limit: number, offset: number): Promise<Day[]> {
  return sequelize.query<Day>(
    `SELECT workspaceId, day FROM dayMarks GROUP BY day, workspaceId ORDER BY day DESC, workspaceId DESC LIMIT ${limit} OFFSET ${offset}`,
    { type: QueryTypes.SELECT },
  );
}

/** With more claims on marked days, a list counts them as they were counted last. */
const COUNTED_MAX = 5_000;

/** The marked days of a workspace in a range, whose claims a list counts itself. */
export async function findDaysToCount(range: {
  workspaceId: string;
  fromDay?: string;
  toDay?: string;
}): Promise<string[]> {
  const rows = await sequelize.query<{ day: string; claims: number | string | null }>(
    `SELECT m.day, (SELECT SUM(t.\`count\`) FROM submissionTotals t WHERE t.workspaceId = :workspaceId AND t.day = m.day) AS claims
     FROM (SELECT DISTINCT day FROM dayMarks WHERE workspaceId = :workspaceId${range.fromDay ? " AND day >= :fromDay" : ""}${range.toDay ? " AND day <= :toDay" : ""}) AS m`,
    { type: QueryTypes.SELECT, replacements: { ...range } },
  );
  const claims = rows.reduce((sum, row) => sum + Number(row.claims), 0);
  return claims > COUNTED_MAX ? [] : rows.map(({ day }) => day);
}

/** The marks of a day. */
export async function readMarks(place: Day): Promise<string[]> {
  const rows = await sequelize.query<{ id: string }>(
    "SELECT id FROM dayMarks WHERE workspaceId = :workspaceId AND day = :day",
    { type: QueryTypes.SELECT, replacements: place },
  );
  return rows.map(({ id }) => id);
}

/** How many marks one statement deletes. */
const CHUNK = 500;

/** @returns whether all of them were there: otherwise another process has added up the day */
export async function deleteMarks(
  { workspaceId, day }: Day,
  ids: string[],
  transaction: Transaction,
): Promise<boolean> {
  let deleted = 0;
  for (let at = 0; at < ids.length; at += CHUNK)
    deleted += await DayMark.destroy({
      where: { workspaceId, day, id: ids.slice(at, at + CHUNK) },
      transaction,
    });
  return deleted === ids.length;
}

/**
 * The days of a range, and on to `last`, whose claims or spend are to be counted again, with how many of both they
 * have; whether spend is still to be worked out, and whether some counts are still in an earlier currency.
 */
export async function readMarkState({
  workspaceId,
  days,
  last,
}: {
  workspaceId: string;
  days: Days;
  last: string;
}): Promise<{
  marked: { day: string; rows: number }[];
  isSpendMarked: boolean;
  isConverting: boolean;
}> {
  const of = escapeValue(workspaceId);
  const [from, to, until] = [days.from, days.to, last].map(escapeValue);
  const { rows } = await readValues({
    rows: rowsOfSql<{ day: string; isSpend: number; isCurrency: number; rows: number }>(
      ["day", "isSpend", "isCurrency", "rows"],
      `SELECT day, isSpend, isCurrency,
       CASE WHEN isSpend = 1 THEN 0 ELSE COALESCE((SELECT SUM(t.\`count\`) FROM submissionTotals t
         WHERE t.workspaceId = ${of} AND t.day = marks.day), 0) + (SELECT COUNT(*) FROM spendRows s
         WHERE s.workspaceId = ${of} AND s.day = marks.day) END AS \`rows\`
     FROM (SELECT day, 0 AS isSpend, MAX(CASE WHEN id LIKE '${CURRENCY}%' THEN 1 ELSE 0 END) AS isCurrency
         FROM dayMarks WHERE workspaceId = ${of} AND day BETWEEN ${from} AND ${until} GROUP BY day
       UNION ALL SELECT MIN(day), 1, 0 FROM spendMarks WHERE workspaceId = ${of} AND day BETWEEN ${from} AND ${to}
         HAVING COUNT(*) > 0) AS marks`,
    ),
  });
  const ofCounts = rows.filter(({ isSpend }) => isSpend === 0);
  return {
    marked: ofCounts.map(({ day, rows: count }) => ({ day, rows: count })),
    isSpendMarked: ofCounts.length < rows.length,
    isConverting: ofCounts.some(({ isCurrency }) => isCurrency === 1),
  };
}

/** The workspaces with such days in their range, and whether some counts are still in an earlier currency. */
export async function listMarkStates(
  places: readonly { workspaceId: string; days: Days }[],
): Promise<{ workspaceId: string; isConverting: boolean }[]> {
  const isIn = places
    .map(
      ({ workspaceId, days: { from, to } }) =>
        `(workspaceId = ${escapeValue(workspaceId)} AND day BETWEEN ${escapeValue(from)} AND ${escapeValue(to)})`,
    )
    .join(" OR ");
  const rows = await sequelize.query<{ workspaceId: string; isCurrency: number }>(
    `SELECT workspaceId, MAX(isCurrency) AS isCurrency FROM (
       SELECT workspaceId, CASE WHEN id LIKE '${CURRENCY}%' THEN 1 ELSE 0 END AS isCurrency FROM dayMarks WHERE ${isIn}
       UNION ALL SELECT workspaceId, 0 FROM spendMarks WHERE ${isIn}) AS marks GROUP BY workspaceId`,
    { type: QueryTypes.SELECT },
  );
  return rows.map(({ workspaceId, isCurrency }) => ({
    workspaceId,
    isConverting: Number(isCurrency) === 1,
  }));
}
