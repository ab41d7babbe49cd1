import { isDeepStrictEqual } from "node:util";
import { MINUTE, SECOND } from "#app/lib/dates.ts";
import { queryAll } from "../../tests/support/query-database.ts";
import { pause } from "../drill.ts";
import type { Place } from "./place.ts";

/** What changes although nothing is done. The schema is read, so that every version's tables are looked at. */
const RESTLESS = /^(?:jobRuns|changes|limitCounts|locks|sqlite_sequence|SequelizeMeta)$/;
/** A row says when it is due in a column of such a name. */
const DUE = /^(?:dueAt|emailDueAt)$/;
/** Some rows keep when they were due. */
const NOT_ENDED = "state NOT IN ('sent', 'done', 'failed')";
/** Rows of such tables are work until they are deleted; a row without a workspace is the table's own. */
const MARKS = /Marks$/;
/** What a job does with a workspace or an account as a whole. */
const ASKED = ["zoneChangedAt", "amountsChangedAt", "ratesChangedAt", "deleteRequestedAt"];
const QUIET_MS = 5 * SECOND;
const EVERY_MS = SECOND;
const LONGEST_MS = 10 * MINUTE;
const STEP_MS = 10 * SECOND;
const STEPS_MIN = 3;
const STEPS_MAX = 20;

/** Waits until background work has nothing to do any more: no row is due or leased, and none comes or goes. */
export async function untilIdle(databaseUrl: string, now: () => Date): Promise<void> {
  const open = await watch(databaseUrl, now, (found) => found.length === 0);
  if (open.length > 0) throw new Error(`Background work does not end: ${open.join(", ")}.`);
}

/**
 * The same for a server whose clock stands and is moved by some seconds whenever nothing happens any more: what
 * happens has the same times in each run. Jobs that pause for seconds between two runs get several of these steps.
 */
export async function settle({ databaseUrl, standAt }: Place, from: Date): Promise<Date> {
  for (let step = 1; step <= STEPS_MAX; step += 1) {
    const now = new Date(from.getTime() + (step - 1) * STEP_MS);
    const open = await watch(
      databaseUrl,
      () => now,
      () => true,
    );
    if (open.length === 0 && step >= STEPS_MIN) return now;
    if (step === STEPS_MAX) throw new Error(`Background work does not end: ${open.join(", ")}.`);
    await standAt(new Date(now.getTime() + STEP_MS));
  }
  return from;
}

/** Waits until no row came or went for some seconds, and what is open is accepted. It gives what is open then. */
async function watch(
  databaseUrl: string,
  now: () => Date,
  isAccepted: (open: string[]) => boolean,
): Promise<string[]> {
  const tables = await readTables(databaseUrl);
  const endsAt = Date.now() + LONGEST_MS;
  let before: unknown;
  let quietSince = Date.now();
  for (;;) {
    const { open, rows } = await look(databaseUrl, tables, now());
    if (!isDeepStrictEqual(rows, before) || !isAccepted(open)) quietSince = Date.now();
    if (Date.now() - quietSince >= QUIET_MS || Date.now() > endsAt) return open;
    before = rows;
    await pause(EVERY_MS);
  }
}

type Tables = Map<string, string[]>;

async function readTables(databaseUrl: string): Promise<Tables> {
  const sql = databaseUrl.startsWith("mysql:")
    ? "SELECT TABLE_NAME AS name, COLUMN_NAME AS col FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE()"
    : "SELECT m.name AS name, p.name AS col FROM sqlite_master m JOIN pragma_table_info(m.name) p WHERE m.type = 'table'";
  const [found = []] = await queryAll(databaseUrl, [sql]);
  const tables: Tables = new Map();
  for (const { name, col } of found) {
    const table = String(name);
    if (!RESTLESS.test(table)) tables.set(table, [...(tables.get(table) ?? []), String(col)]);
  }
  // The counts took its place: no version with them works on its rows.
  if (tables.has("counts")) tables.delete("countedMonths");
  return tables;
}

async function look(databaseUrl: string, tables: Tables, now: Date) {
  const soon = new Date(now.getTime() + MINUTE).toISOString().replace("T", " ").replace("Z", "");
  const conditions = [...tables].flatMap(([table, columns]) => {
    const has = (name: string) => columns.includes(name);
    const isOpen = has("state") ? ` AND ${NOT_ENDED}` : "";
    return [
      ...columns
        .filter((name) => DUE.test(name))
        .map((name) => [table, `${name} <= '${soon}'${isOpen}`] as const),
      ...(has("leaseToken") && has("dueAt") ? [[table, "leaseToken IS NOT NULL"] as const] : []),
      ...(MARKS.test(table) && has("workspaceId") ? [[table, "workspaceId > ''"] as const] : []),
      ...ASKED.filter(has).map((name) => [table, `${name} IS NOT NULL`] as const),
    ];
  });
  const count = (table: string, where: string) => `SELECT COUNT(*) AS n FROM \`${table}\` WHERE ${where}`;
  const names = [...tables.keys()];
  const results = await queryAll(databaseUrl, [
    ...conditions.map(([table, where]) => count(table, where)),
    ...names.map((table) => count(table, "1 = 1")),
  ]);
  const counts = results.map(([row]) => Number(row?.n));
  const open = conditions
    .filter((_, index) => (counts[index] ?? 0) > 0)
    .map(([table, where]) => `${table} (${where})`);
  return { open, rows: counts.slice(conditions.length) };
}
