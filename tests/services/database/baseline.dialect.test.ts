import { Sequelize } from "sequelize";
import { afterEach, expect, inject, test } from "vitest";
import { baseline } from "../../../migrations/1.0/index.ts";
import { describeTables, schemaQueries } from "../../../migrations/schema.ts";
import { createDatabase, isSqliteServer, type TestDatabase } from "../../setup/databases.ts";
import { restoreVersion01 } from "../../support/version-0-1.ts";

const server = inject("databaseServer");
const isSqlite = isSqliteServer(server);

let undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of undo.toReversed()) await step();
  undo = [];
});

async function connect(making: Promise<TestDatabase>): Promise<Sequelize> {
  const { url, drop } = await making;
  const database = isSqlite
    ? new Sequelize({ dialect: "sqlite", storage: url.slice("sqlite:".length), logging: false })
    : new Sequelize(url, { logging: false });
  undo.push(drop, () => database.close());
  return database;
}

const connectToNew = () => connect(createDatabase(server, { isMigrated: false }));

async function migrate(database: Sequelize): Promise<Sequelize> {
  for (const { up } of baseline) await up(database.getQueryInterface());
  return database;
}

/** Without the tables that migrating itself uses. */
async function readLines(database: Sequelize, sql: string): Promise<string[]> {
  const [rows] = (await database.query(sql)) as [{ line: string }[], unknown];
  return rows
    .map(({ line }) => line)
    .filter((line) => !/^(SequelizeMeta|locks)\b/.test(line))
    .sort();
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

test("the baseline makes the schema of version 0.1.0", async () => {
  const [earlier, now] = [await connect(restoreVersion01(server)), await migrate(await connectToNew())];
  const schema = await readSchema(now);
  expect(schema).toEqual(await readSchema(earlier));
  expect(await readRest(now)).toEqual(await readRest(earlier));
  const described = baseline.flatMap(({ listTables }) => describeTables(listTables(now.getQueryInterface())));
  expect(described.length).toBeGreaterThan(700);
  expect(described.filter((line) => !schema.includes(line))).toEqual([]);
});

test("the baseline that is killed between two steps is completed by the next run", async () => {
  const [killed, whole] = [await connectToNew(), await migrate(await connectToNew())];
  const STEP = 20;
  let runs = 0;
  for (let isDone = false; !isDone; runs += 1) isDone = await migrateAndDie(killed, STEP * (runs + 1));
  expect(runs).toBeGreaterThan(2);
  expect(await readSchema(killed)).toEqual(await readSchema(whole));
});

/** @returns whether it came to its end, because it has fewer statements */
async function migrateAndDie(database: Sequelize, statements: number): Promise<boolean> {
  const query = database.query;
  let left = statements;
  database.query = ((...args: Parameters<typeof query>) => {
    left -= 1;
    if (left < 0) throw new Error("killed");
    return query.apply(database, args);
  }) as typeof query;
  try {
    await migrate(database);
    return true;
  } catch (error) {
    if ((error as Error).message !== "killed") throw error;
    return false;
  } finally {
    database.query = query;
  }
}

test("the baseline is taken back without a trace", async () => {
  const database = await migrate(await connectToNew());
  for (const { down } of baseline.toReversed()) await down(database.getQueryInterface());
  expect(await readSchema(database)).toEqual([]);
});
