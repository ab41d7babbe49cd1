import { QueryTypes } from "sequelize";
import { isSqlite, sequelize } from "#app/database/connection.server.ts";

type IndexColumn = { name: string; columnName: string };

/**
 * Runs `fill` while large tables have no secondary indexes, and creates them again from all rows at once: on
 * MySQL each row would cost a random write per index. Unique ones stay, and the first of each leading column,
 * which foreign keys may need.
 */
export async function withoutIndexes(tables: string[], fill: () => Promise<void>): Promise<void> {
  if (isSqlite) return fill();
  const dropped = await Promise.all(
    tables.map(async (table) => ({ table, indexes: await findIndexes(table) })),
  );
  const alter = (change: (name: string, columns: string) => string) =>
    Promise.all(
      dropped
        .filter(({ indexes }) => indexes.size > 0)
        .map(({ table, indexes }) => {
          const changes = [...indexes].map(([name, columns]) => change(name, columns.join(", ")));
          return sequelize.query(`ALTER TABLE ${table} ${changes.join(", ")}`);
        }),
    );
  await alter((name) => `DROP INDEX ${name}`);
  try {
    await fill();
  } finally {
    await alter((name, columns) => `ADD INDEX ${name} (${columns})`);
  }
}

/** The columns of each index that can be dropped. */
async function findIndexes(table: string): Promise<Map<string, string[]>> {
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
  return indexes;
}
