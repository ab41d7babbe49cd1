/** What only one dialect can do, or says differently, in one place. */
import { isSqlite } from "./connection.server.ts";

/** The database's own clock plus some seconds, as an SQL expression that compares with a stored time. */
export function databaseNow(plusMs = 0): string {
  const seconds = plusMs / 1000;
  return isSqlite
    ? `strftime('%Y-%m-%d %H:%M:%f +00:00', 'now', '${seconds >= 0 ? "+" : ""}${seconds} seconds')`
    : `(NOW(3) + INTERVAL ${Math.round(plusMs * 1000)} MICROSECOND)`;
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

/** Sorts a DECIMAL, which SQLite keeps as text. */
export function asNumber(column: string): string {
  return isSqlite ? `CAST(${column} AS REAL)` : column;
}

/** The escape clause of a LIKE whose pattern escapes with a backslash: MySQL's default, SQLite has none. */
export const likeEscape = isSqlite ? "ESCAPE '\\'" : "";

/** A stored time moved by some milliseconds, as an SQL expression. */
export function timePlus(column: string, ms: number): string {
  return isSqlite
    ? `strftime('%Y-%m-%d %H:%M:%f +00:00', ${column}, '${ms / 1000} seconds')`
    : `(${column} + INTERVAL ${Math.round(ms * 1000)} MICROSECOND)`;
}
