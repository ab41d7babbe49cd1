import { type QueryInterface, QueryTypes } from "sequelize";

/**
 * Replaces a table by one with a changed definition, because SQLite cannot change a foreign key. Rows and
 * indexes stay.
 * @param values SQL expressions for the columns that do not exist yet, over the old table
 */
export async function rebuildTable(
  queryInterface: QueryInterface,
  table: string,
  change: (sql: string) => string,
  values: Record<string, string>,
): Promise<void> {
  const run = (sql: string) => queryInterface.sequelize.query(sql);
  const definitions = await queryInterface.sequelize.query<{ type: string; sql: string }>(
    "SELECT type, sql FROM sqlite_master WHERE tbl_name = :table AND sql IS NOT NULL",
    { type: QueryTypes.SELECT, replacements: { table } },
  );
  const create = definitions.find(({ type }) => type === "table")?.sql ?? "";
  const rebuilt = `rebuilt_${table}`;
  await run(change(create).replace(/^CREATE TABLE ["`]\w+["`]/, `CREATE TABLE \`${rebuilt}\``));
  const columns = Object.keys(await queryInterface.describeTable(rebuilt));
  const source = columns.map((column) => values[column] ?? `\`${column}\``);
  await run(
    `INSERT INTO \`${rebuilt}\` (${columns.map((column) => `\`${column}\``).join(", ")}) SELECT ${source.join(", ")} FROM \`${table}\``,
  );
  await run(`DROP TABLE \`${table}\``);
  await run(`ALTER TABLE \`${rebuilt}\` RENAME TO \`${table}\``);
  for (const { type, sql } of definitions) if (type === "index") await run(change(sql));
}
