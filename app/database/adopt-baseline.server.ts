import { QueryTypes, type Transaction } from "sequelize";
import { baseline } from "../../migrations/1.0/index.ts";
import { replaced } from "../../migrations/1.0/replaced.ts";
import { describeTables, schemaQueries } from "../../migrations/schema.ts";
import type { Table } from "../../migrations/table.ts";
import { isSqlite, sequelize, transact } from "./connection.server.ts";

/** How many rows each table has. */
export type RowCounts = Record<string, number>;

const FIRST_MIGRATE_0_1 = "Run `migrate` of version 0.1.0 first, then this one.";

/**
 * Whether a database is as version 0.1.0 left it, by the migrations that it has seen.
 * @throws {Error} a sentence: it has seen others, or only some of them
 */
export function isOfVersion01(seen: string[], known: { name: string }[]): boolean {
  const unknown = seen.filter((name) => !known.some((migration) => migration.name === name));
  if (unknown.length === 0) return false;
  const missing = replaced.filter((name) => !unknown.includes(name));
  if (missing.length === 0 && unknown.length === replaced.length) return true;
  if (baseline.every(({ name }) => seen.includes(name)))
    throw new Error(`A newer version has migrated this database (${unknown[0]}). Use that version with it.`);
  const strange = unknown.find((name) => !replaced.includes(name));
  throw new Error(
    strange === undefined
      ? `This database lacks ${missing.length} migrations of version 0.1.0, ${missing[0]} first. ${FIRST_MIGRATE_0_1}`
      : `This database has seen a migration that is not known here, ${strange}. ${FIRST_MIGRATE_0_1}`,
  );
}

/**
 * Lists the baseline in place of version 0.1.0's migrations: the schema is the same. All in one transaction.
 * @throws {Error} a sentence, and nothing is changed: the schema is another one, or somebody writes
 */
export function adoptBaseline(): Promise<RowCounts> {
  const tables = baseline.flatMap(({ listTables }) => listTables(sequelize.getQueryInterface()));
  return transact(async (transaction) => {
    await assertSchema(tables, transaction);
    const before = await countRows(tables, transaction);
    await sequelize.query("DELETE FROM SequelizeMeta WHERE name IN (:replaced)", {
      replacements: { replaced },
      transaction,
    });
    await sequelize.query("INSERT INTO SequelizeMeta (name) VALUES :names", {
      replacements: { names: baseline.map(({ name }) => [name]) },
      transaction,
    });
    const after = await countRows(tables, transaction);
    for (const [table, rows] of Object.entries(before))
      if (after[table] !== rows)
        throw new Error(
          `${table} had ${rows} rows before and has ${after[table]} after. Stop all servers and workers and migrate again.`,
        );
    return after;
  });
}

async function assertSchema(tables: Table[], transaction: Transaction): Promise<void> {
  const rows = await select<{ line: string }>(schemaQueries[isSqlite ? "sqlite" : "mysql"], transaction);
  const found = new Set(rows.map(({ line }) => line));
  const missing = describeTables(tables).filter((line) => !found.has(line));
  if (missing.length > 0)
    throw new Error(
      `The schema is not the one of version 0.1.0. It lacks:\n${missing.join("\n")}\nCorrect it as in a new database of version 0.1.0 and migrate again.`,
    );
}

async function countRows(tables: Table[], transaction: Transaction): Promise<RowCounts> {
  const counts = tables.map(({ name }) => `SELECT '${name}' AS name, COUNT(*) AS total FROM \`${name}\``);
  const rows = await select<{ name: string; total: number }>(counts.join(" UNION ALL "), transaction);
  return Object.fromEntries(rows.map(({ name, total }) => [name, Number(total)]));
}

const select = <Row extends object>(sql: string, transaction: Transaction) =>
  sequelize.query<Row>(sql, { type: QueryTypes.SELECT, transaction });
