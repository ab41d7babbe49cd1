/** What only one dialect can do, or says differently, in one place. */
import { isSqlite, sequelize } from "./connection.server.ts";

/** The database's own clock plus some seconds, as an SQL expression that compares with a stored time. */
export function databaseNow(plusMs = 0): string {
  const seconds = plusMs / 1000;
  return isSqlite
    ? `strftime('%Y-%m-%d %H:%M:%f +00:00', 'now', '${seconds >= 0 ? "+" : ""}${seconds} seconds')`
    : `(NOW(3) + INTERVAL ${Math.round(plusMs * 1000)} MICROSECOND)`;
}

/** What one of the dialects writes differently inside quotes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const NEEDS_ESCAPE = /[\0\b\t\n\r\x1a"'\\]/;

/** A value in raw SQL. Sequelize's own `escape` drops the milliseconds of a time on MySQL. */
export function escapeValue(value: string | number | boolean | Date | null | undefined): string {
  if (value === null || value === undefined) return "NULL";
  // Sequelize takes several times as long to find nothing to escape.
  if (typeof value === "string" && !NEEDS_ESCAPE.test(value)) return `'${value}'`;
  if (!(value instanceof Date)) return sequelize.escape(value as string);
  const time = value.toISOString().slice(0, -1).replace("T", " ");
  return isSqlite ? `'${time} +00:00'` : `'${time}'`;
}

/**
 * Ends an INSERT so that a row whose unique key exists is skipped. INSERT IGNORE would hide other errors
 * too.
 */
export const onConflictIgnore = isSqlite ? "ON CONFLICT DO NOTHING" : "ON DUPLICATE KEY UPDATE id = id";

/** Ends an INSERT of counted rows so that an existing row is added to. */
export function onConflictAdd(keys: string[], counter: string): string {
  return isSqlite
    ? `ON CONFLICT (${keys.map((key) => `\`${key}\``).join(", ")}) DO UPDATE SET \`${counter}\` = \`${counter}\` + excluded.\`${counter}\``
    : `ON DUPLICATE KEY UPDATE \`${counter}\` = \`${counter}\` + VALUES(\`${counter}\`)`;
}

/** Ends an INSERT of a counter's first point: an existing row is added to, or restarted once it has expired. */
export const onConflictRestart = isSqlite
  ? "ON CONFLICT (id) DO UPDATE SET points = CASE WHEN expiresAt > :now THEN points + 1 ELSE 1 END, expiresAt = CASE WHEN expiresAt > :now THEN expiresAt ELSE excluded.expiresAt END"
  : "ON DUPLICATE KEY UPDATE points = IF(expiresAt > :now, points + 1, 1), expiresAt = IF(expiresAt > :now, expiresAt, VALUES(expiresAt))";

/** Sorts a DECIMAL, which SQLite keeps as text. */
export function asNumber(column: string): string {
  return isSqlite ? `CAST(${column} AS REAL)` : column;
}

/** Adds DECIMALs to a decimal text. SQLite would add floats: it adds ten-thousandths, which are whole. */
export function exactSum(column: string): string {
  if (!isSqlite) return `CAST(SUM(${column}) AS CHAR)`;
  const sum = `SUM(CAST(ROUND(CAST(${column} AS REAL) * 10000) AS INTEGER))`;
  return `(${sum} / 10000) || '.' || printf('%04d', ${sum} % 10000)`;
}

/** The escape clause of a LIKE whose pattern escapes with a backslash: MySQL's default, SQLite has none. */
export const likeEscape = isSqlite ? "ESCAPE '\\'" : "";

/** A stored time moved by some milliseconds, as an SQL expression. */
export function timePlus(column: string, ms: number): string {
  return isSqlite
    ? `strftime('%Y-%m-%d %H:%M:%f +00:00', ${column}, '${ms / 1000} seconds')`
    : `(${column} + INTERVAL ${Math.round(ms * 1000)} MICROSECOND)`;
}

/** A text column compared byte by byte: MySQL's default collation takes other cases for the same. */
export function exactly(column: string): string {
  return isSqlite ? column : `CONVERT(${column} USING utf8mb4) COLLATE utf8mb4_bin`;
}
