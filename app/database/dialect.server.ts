/** Everything that differs between the dialects. */
import { isSqlite, sequelize } from "./connection.server.ts";

/** The database's clock plus some milliseconds, as an SQL expression that compares with a stored time. */
export function databaseNow(plusMs = 0): string {
  const seconds = plusMs / 1000;
  return isSqlite
    ? `strftime('%Y-%m-%d %H:%M:%f +00:00', 'now', '${seconds >= 0 ? "+" : ""}${seconds} seconds')`
    : `(NOW(3) + INTERVAL ${Math.round(plusMs * 1000)} MICROSECOND)`;
}

/** What one of the dialects writes differently inside quotes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for these characters
const NEEDS_ESCAPE = /[\0\b\t\n\r\x1a"'\\]/;

/** A value in raw SQL. Sequelize's own `escape` drops the milliseconds of a time on MySQL. */
export function escapeValue(value: string | number | boolean | Date | null | undefined): string {
  if (value === null || value === undefined) return "NULL";
  // Sequelize's `escape` takes several times as long if nothing needs escaping.
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

/** Ends an INSERT of counts: adds to an existing row. */
export function onConflictAdd(keys: string[], counter: string): string {
  return isSqlite
    ? `ON CONFLICT (${keys.map((key) => `\`${key}\``).join(", ")}) DO UPDATE SET \`${counter}\` = \`${counter}\` + excluded.\`${counter}\``
    : `ON DUPLICATE KEY UPDATE \`${counter}\` = \`${counter}\` + VALUES(\`${counter}\`)`;
}

/** Ends an INSERT of counters: adds to existing rows, and begins those again that have expired or are at zero. */
export const onConflictRestart = isSqlite
  ? "ON CONFLICT (id) DO UPDATE SET points = CASE WHEN expiresAt > :now THEN points ELSE 0 END + excluded.points, expiresAt = CASE WHEN expiresAt > :now AND points > 0 THEN expiresAt ELSE excluded.expiresAt END"
  : // MySQL assigns one after the other: these are the points after the first assignment.
    "ON DUPLICATE KEY UPDATE points = IF(expiresAt > :now, points, 0) + VALUES(points), expiresAt = IF(expiresAt > :now AND points > VALUES(points), expiresAt, VALUES(expiresAt))";

/** Texts joined together. */
export const concat = (...parts: string[]): string =>
  isSqlite ? parts.join(" || ") : `CONCAT(${parts.join(", ")})`;

/** An SQL condition: whether a table has such a row. */
export const has = (table: string, where: string): string => `EXISTS (SELECT 1 FROM ${table} WHERE ${where})`;

/** Sorts a DECIMAL, which SQLite stores as text. */
export function asNumber(column: string): string {
  return isSqlite ? `CAST(${column} AS REAL)` : column;
}

/**
 * Adds DECIMALs exactly, as text. SQLite would add floats, so there it adds units and ten-thousandths:
 * together they are more than its integers hold.
 */
export function exactSum(column: string): string {
  if (!isSqlite) return `CAST(SUM(${column}) AS CHAR)`;
  return fromParts({ units: `SUM(${unitsOf(column)})`, parts: `SUM(${partsOf(column)})` });
}

/** The units of a DECIMAL of SQLite, which is text. */
const unitsOf = (value: string) => `CAST(${value} AS INTEGER)`;
/** Its ten-thousandths, with its sign. */
const partsOf = (value: string) =>
  `(CASE WHEN ${value} LIKE '-%' THEN -1 ELSE 1 END * CAST(substr(${value} || '0000', instr(${value} || '.', '.') + 1, 4) AS INTEGER))`;

/** Units and ten-thousandths as text; the two may have different signs. */
function fromParts({ units, parts }: { units: string; parts: string }): string {
  const [whole, rest] = [`(${units} + ${parts} / 10000)`, `(${parts} % 10000)`];
  const borrowed = `CASE WHEN ${whole} > 0 AND ${rest} < 0 THEN 1 WHEN ${whole} < 0 AND ${rest} > 0 THEN -1 ELSE 0 END`;
  return `CASE WHEN ${whole} < 0 OR ${rest} < 0 AND ${whole} = 0 THEN '-' ELSE '' END
    || ABS(${whole} - (${borrowed})) || '.' || printf('%04d', ABS(${rest} + 10000 * (${borrowed})))`;
}

/** Ends a LIKE whose pattern escapes with a backslash, MySQL's default. SQLite has no default. */
export const likeEscape = isSqlite ? "ESCAPE '\\'" : "";

/** A stored time moved by some milliseconds, as an SQL expression. */
export function timePlus(column: string, ms: number): string {
  return isSqlite
    ? `strftime('%Y-%m-%d %H:%M:%f +00:00', ${column}, '${ms / 1000} seconds')`
    : `(${column} + INTERVAL ${Math.round(ms * 1000)} MICROSECOND)`;
}

/** A text column compared byte by byte. MySQL's default collation ignores case. */
export function exactly(column: string): string {
  return isSqlite ? column : `CONVERT(${column} USING utf8mb4) COLLATE utf8mb4_bin`;
}

/** A column that SQLite, which does not know how few rows a range has, must not choose an index by. */
export const notByIndex = (column: string): string => (isSqlite ? `+${column}` : column);

/** Joins tables in the order in which they stand: neither database knows that the first has few rows. */
export const joinInOrder = isSqlite ? "CROSS JOIN" : "STRAIGHT_JOIN";

/** The values of a JSON array as rows with one column, `value`. */
export function eachOf(column: string, type: "id" | "integer"): string {
  if (isSqlite) return `json_each(${column})`;
  // The type of the column that it is joined with, or no index would help.
  const sqlType = type === "id" ? "CHAR(36) CHARACTER SET ascii COLLATE ascii_bin" : "INT";
  return `JSON_TABLE(${column}, '$[*]' COLUMNS (\`value\` ${sqlType} PATH '$'))`;
}

/** Rows in an IN, each in parentheses: SQLite takes them only as VALUES. */
export const inRows = (rows: string[]): string => (isSqlite ? `VALUES ${rows.join(", ")}` : rows.join(", "));
