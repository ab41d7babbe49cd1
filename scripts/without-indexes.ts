import { QueryTypes } from "sequelize";
import { isSqlite, sequelize } from "#app/database/connection.server.ts";
import { groupBy } from "#app/lib/group-by.ts";

type IndexColumn = { name: string; columnName: string };

type Index = { tableName: string; name: string; columns: string };

/** What is dropped, until it is there again: a run that is ended early leaves it to the next one. */
const DROPPED = "droppedIndexes";

/**
 * Runs `fill` while large tables have no secondary indexes, and creates them again from all rows at once: on
 * MySQL each row would cost a random write per index. Unique ones stay, and the first of each leading column,
 * which foreign keys may need.
 */
export async function withoutIndexes(tables: string[], fill: () => Promise<void>): Promise<void> {
  if (isSqlite) return fill();
  const indexes = (await Promise.all(tables.map(findIndexes))).flat();
  await sequelize.query(
    `CREATE TABLE ${DROPPED} (tableName VARCHAR(64), name VARCHAR(64), columns VARCHAR(1000))`,
  );
  for (const { tableName, name, columns } of indexes)
    await sequelize.query(`INSERT INTO ${DROPPED} VALUES (:tableName, :name, :columns)`, {
      replacements: { tableName, name, columns },
    });
  await alter(indexes, ({ name }) => `DROP INDEX ${name}`);
  try {
    await fill();
  } finally {
    await createMissingIndexes();
  }
}

/** Creates the indexes that were dropped and are missing. @returns how many they were */
export async function createMissingIndexes(): Promise<number> {
  const tables = isSqlite ? [] : await sequelize.getQueryInterface().showAllTables();
  if (!tables.includes(DROPPED)) return 0;
  const missing = await sequelize.query<Index>(
    `SELECT tableName, name, columns FROM ${DROPPED} WHERE NOT EXISTS (
       SELECT 1 FROM information_schema.STATISTICS
       WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = tableName AND INDEX_NAME = name)`,
    { type: QueryTypes.SELECT },
  );
  await alter(missing, ({ name, columns }) => `ADD INDEX ${name} (${columns})`);
  await sequelize.query(`DROP TABLE ${DROPPED}`);
  return missing.length;
}

/** Changes the indexes of each table at once. */
async function alter(indexes: Index[], change: (index: Index) => string): Promise<void> {
  const tables = groupBy(indexes, ({ tableName }) => tableName);
  const statements = [...tables].map(([table, own]) => `ALTER TABLE ${table} ${own.map(change).join(", ")}`);
  await Promise.all(statements.map((statement) => sequelize.query(statement)));
}

/** The indexes of a table that can be dropped. */
async function findIndexes(table: string): Promise<Index[]> {
  const rows = await sequelize.query<IndexColumn>(
    `SELECT INDEX_NAME AS name, COLUMN_NAME AS columnName FROM information_schema.STATISTICS
     WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = :table AND NON_UNIQUE = 1
     ORDER BY INDEX_NAME, SEQ_IN_INDEX`,
    { replacements: { table }, type: QueryTypes.SELECT },
  );
  const indexes = new Map<string, string[]>();
  for (const { name, columnName } of rows) indexes.set(name, [...(indexes.get(name) ?? []), columnName]);
  const leading = new Set<string | undefined>();
  for (const [name, [first]] of indexes) {
    if (!leading.has(first)) indexes.delete(name);
    leading.add(first);
  }
  return [...indexes].map(([name, columns]) => ({ tableName: table, name, columns: columns.join(", ") }));
}
