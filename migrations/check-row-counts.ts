import { type QueryInterface, QueryTypes } from "sequelize";

async function countRows(queryInterface: QueryInterface, tables: string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const [row] = await queryInterface.sequelize.query<{ total: number }>(
      `SELECT COUNT(*) AS total FROM \`${table}\``,
      { type: QueryTypes.SELECT },
    );
    counts[table] = Number(row?.total);
  }
  return counts;
}

/**
 * Runs `work`, which may replace tables, and checks that no table lost or gained a row. On SQLite it is one
 * transaction without foreign keys, because dropping a replaced table would empty those that refer to it.
 */
export async function checkRowCounts(
  queryInterface: QueryInterface,
  tables: string[],
  work: () => Promise<void>,
): Promise<void> {
  const run = (sql: string) => queryInterface.sequelize.query(sql);
  const checked = async () => {
    const before = await countRows(queryInterface, tables);
    await work();
    const after = await countRows(queryInterface, tables);
    for (const table of tables)
      if (before[table] !== after[table])
        throw new Error(
          `${table} had ${before[table]} rows before the migration and has ${after[table]} after it.`,
        );
  };
  if (queryInterface.sequelize.getDialect() === "mysql") return checked();
  await run("PRAGMA foreign_keys = OFF");
  try {
    await run("BEGIN IMMEDIATE");
  } catch (error) {
    await run("PRAGMA foreign_keys = ON");
    throw error;
  }
  try {
    await checked();
    const broken = await queryInterface.sequelize.query("PRAGMA foreign_key_check", {
      type: QueryTypes.SELECT,
    });
    if (broken.length > 0) throw new Error(`${broken.length} rows name a row that is missing.`);
    await run("COMMIT");
  } catch (error) {
    await run("ROLLBACK");
    throw error;
  } finally {
    await run("PRAGMA foreign_keys = ON");
  }
}
