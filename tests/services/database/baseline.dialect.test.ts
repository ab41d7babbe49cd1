import { Sequelize } from "sequelize";
import { afterEach, expect, inject, test } from "vitest";
import { baseline } from "../../../migrations/1.0/index.ts";
import { migrations } from "../../../migrations/index.ts";
import { describeTables, schemaQueries } from "../../../migrations/schema.ts";
import type { Migration } from "../../../migrations/table.ts";
import { createDatabase, isSqliteServer } from "../../setup/databases.ts";

const server = inject("databaseServer");
const isSqlite = isSqliteServer(server);

let undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of undo.toReversed()) await step();
  undo = [];
});

async function connectToNew(): Promise<Sequelize> {
  const { url, drop } = await createDatabase(server, { isMigrated: false });
  const database = isSqlite
    ? new Sequelize({ dialect: "sqlite", storage: url.slice("sqlite:".length), logging: false })
    : new Sequelize(url, { logging: false });
  undo.push(drop, () => database.close());
  return database;
}

async function migrate(database: Sequelize, steps: Migration[]): Promise<Sequelize> {
  for (const { up } of steps) await up(database.getQueryInterface());
  return database;
}

async function readLines(database: Sequelize, sql: string): Promise<string[]> {
  const [rows] = (await database.query(sql)) as [{ line: string }[], unknown];
  return rows.map(({ line }) => line).sort();
}

const readSchema = (database: Sequelize) => readLines(database, schemaQueries[isSqlite ? "sqlite" : "mysql"]);

/** What a table can have beside its columns, keys and references, and ours have not, or all have alike. */
const readRest = (database: Sequelize) =>
  readLines(
    database,
    isSqlite
      ? `SELECT name || ' ' || sql AS line FROM sqlite_master WHERE type NOT IN ('table', 'index') OR sql LIKE '%CHECK (%'
         OR sql LIKE '%ON UPDATE%' OR sql LIKE '%COLLATE%' OR sql LIKE '%WHERE%' OR sql LIKE '% DESC%' OR sql LIKE '%) STRICT%'`
      : `SELECT CONCAT_WS(' ', TABLE_NAME, TABLE_TYPE, ENGINE, TABLE_COLLATION) AS line FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()
         UNION ALL SELECT CONCAT_WS(' ', TABLE_NAME, COLUMN_NAME, EXTRA, GENERATION_EXPRESSION) FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE()
         UNION ALL SELECT CONCAT_WS(' ', TABLE_NAME, INDEX_NAME, COLUMN_NAME, COLLATION, SUB_PART, INDEX_TYPE) FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = DATABASE()
         UNION ALL SELECT CONCAT_WS(' ', TABLE_NAME, REFERENCED_TABLE_NAME, UPDATE_RULE, MATCH_OPTION) FROM information_schema.REFERENTIAL_CONSTRAINTS WHERE CONSTRAINT_SCHEMA = DATABASE()
         UNION ALL SELECT CONCAT_WS(' ', CONSTRAINT_NAME, CHECK_CLAUSE) FROM information_schema.CHECK_CONSTRAINTS WHERE CONSTRAINT_SCHEMA = DATABASE()
         UNION ALL SELECT CONCAT_WS(' ', TRIGGER_NAME, ACTION_STATEMENT) FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = DATABASE()`,
  );

test("the baseline makes the schema that the earlier migrations make", async () => {
  const [earlier, now] = [await connectToNew(), await connectToNew()];
  await migrate(earlier, migrations);
  await migrate(now, baseline);
  expect(await readSchema(now)).toEqual(await readSchema(earlier));
  expect(await readRest(now)).toEqual(await readRest(earlier));
});

test("a database of the baseline has what its tables are described by", async () => {
  const database = await migrate(await connectToNew(), baseline);
  const described = baseline.flatMap(({ tablesOf }) =>
    describeTables(tablesOf(database.getQueryInterface())),
  );
  expect(described.length).toBeGreaterThan(700);
  const found = new Set(await readSchema(database));
  expect(described.filter((line) => !found.has(line))).toEqual([]);
});

test("the baseline is taken back without a trace", async () => {
  const database = await migrate(await connectToNew(), baseline);
  for (const { down } of baseline.toReversed()) await down(database.getQueryInterface());
  expect(await readSchema(database)).toEqual([]);
});
