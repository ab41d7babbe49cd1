import { type QueryInterface, QueryTypes } from "sequelize";
import { columnTypes } from "./table.ts";

type Row = Record<string, string>;

const isMysql = (queryInterface: QueryInterface) => queryInterface.sequelize.getDialect() === "mysql";

const select = <T extends object>(queryInterface: QueryInterface, sql: string, replacements = {}) =>
  queryInterface.sequelize.query<T>(sql, { type: QueryTypes.SELECT, replacements });

export async function hasColumn(
  queryInterface: QueryInterface,
  table: string,
  column: string,
): Promise<boolean> {
  return column in (await queryInterface.describeTable(table));
}

export async function countRows(
  queryInterface: QueryInterface,
  tables: string[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const [row] = await select<{ total: number }>(
      queryInterface,
      `SELECT COUNT(*) AS total FROM \`${table}\``,
    );
    counts[table] = Number(row?.total);
  }
  return counts;
}

/**
 * Runs `work`, which may replace whole tables, and checks that no table lost or gained a row. SQLite runs it in one
 * transaction, without foreign keys: dropping a replaced table would empty those that name it.
 */
export async function keepingRows(
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
  if (isMysql(queryInterface)) return checked();
  await run("PRAGMA foreign_keys = OFF");
  try {
    await run("BEGIN IMMEDIATE");
    await checked();
    const broken = await select<Row>(queryInterface, "PRAGMA foreign_key_check");
    if (broken.length > 0) throw new Error(`${broken.length} rows name a row that is missing.`);
    await run("COMMIT");
  } catch (error) {
    await run("ROLLBACK");
    throw error;
  } finally {
    await run("PRAGMA foreign_keys = ON");
  }
}

type Column = { table: string; column: string };
type Target = { column: string; references: string };

/** Renames a column that names the owner, and lets it reference another table. */
export async function moveReference(
  queryInterface: QueryInterface,
  { table, column }: Column,
  to: Target,
  /** Gives the new value, where it is another one than the old. */
  value = `\`${column}\``,
): Promise<void> {
  const isMoved = await hasColumn(queryInterface, table, to.column);
  if (!isMysql(queryInterface)) {
    if (isMoved) return;
    const rename = (sql: string) =>
      sql
        .replaceAll(`\`${column}\``, `\`${to.column}\``)
        .replace(
          new RegExp(`(FOREIGN KEY \\(\`${to.column}\`\\) REFERENCES )\`\\w+\``),
          `$1\`${to.references}\``,
        );
    return rebuildTable(queryInterface, table, rename, { [to.column]: value });
  }
  if (!isMoved) {
    await dropReference(queryInterface, { table, column });
    if (value !== `\`${column}\``)
      await queryInterface.sequelize.query(`UPDATE \`${table}\` SET \`${column}\` = ${value}`);
    await queryInterface.sequelize.query(
      `ALTER TABLE \`${table}\` RENAME COLUMN \`${column}\` TO \`${to.column}\``,
    );
  }
  await addReference(queryInterface, { table, ...to, onDelete: "CASCADE" });
}

type NewColumn = Target & {
  table: string;
  /** The column before which SQLite's definition names it. */
  before: string;
  isRequired: boolean;
  onDelete: "CASCADE" | "SET NULL";
  value: string;
  /** An index that begins with the column. */
  index: { name: string; columns: string[] };
};

/** Adds a column that references another table, fills it and indexes it. */
export async function addReferenceColumn(queryInterface: QueryInterface, added: NewColumn): Promise<void> {
  const { table, column, before, isRequired, references, onDelete, value, index } = added;
  const type = columnTypes(queryInterface).id;
  const nullable = isRequired ? "NOT NULL" : "NULL";
  const isThere = await hasColumn(queryInterface, table, column);
  const run = (sql: string) => queryInterface.sequelize.query(sql);
  const quoted = index.columns.map((name) => `\`${name}\``).join(", ");
  if (!isMysql(queryInterface)) {
    if (isThere) return;
    const extend = (sql: string) =>
      sql
        .replace(`\`${before}\` `, `\`${column}\` ${type} ${nullable},\n  \`${before}\` `)
        .replace(/\n\)$/, `,\n  ${referenceLine(added)}\n)`);
    await rebuildTable(queryInterface, table, extend, { [column]: value });
    await run(`CREATE INDEX \`${index.name}\` ON \`${table}\` (${quoted})`);
    return;
  }
  if (!isThere) await run(`ALTER TABLE \`${table}\` ADD COLUMN \`${column}\` ${type} NULL`);
  await run(`UPDATE \`${table}\` SET \`${column}\` = ${value} WHERE \`${column}\` IS NULL`);
  if (isRequired) await run(`ALTER TABLE \`${table}\` MODIFY COLUMN \`${column}\` ${type} NOT NULL`);
  if (!(await hasIndex(queryInterface, table, index.name)))
    await run(`CREATE INDEX \`${index.name}\` ON \`${table}\` (${quoted})`);
  await addReference(queryInterface, { table, column, references, onDelete });
}

/** Takes back `addReferenceColumn`. */
export async function dropReferenceColumn(queryInterface: QueryInterface, added: NewColumn): Promise<void> {
  const { table, column, index } = added;
  if (!(await hasColumn(queryInterface, table, column))) return;
  const run = (sql: string) => queryInterface.sequelize.query(sql);
  if (!isMysql(queryInterface)) {
    await run(`DROP INDEX IF EXISTS \`${index.name}\``);
    const shorten = (sql: string) =>
      sql.replace(`,\n  ${referenceLine(added)}`, "").replace(new RegExp(`\`${column}\` [^\\n]*\\n  `), "");
    return rebuildTable(queryInterface, table, shorten, {});
  }
  await dropReference(queryInterface, { table, column });
  if (await hasIndex(queryInterface, table, index.name))
    await run(`DROP INDEX \`${index.name}\` ON \`${table}\``);
  await run(`ALTER TABLE \`${table}\` DROP COLUMN \`${column}\``);
}

const referenceLine = ({ column, references, onDelete }: Target & { onDelete: string }) =>
  `FOREIGN KEY (\`${column}\`) REFERENCES \`${references}\` (\`id\`) ON DELETE ${onDelete}`;

export async function hasIndex(
  queryInterface: QueryInterface,
  table: string,
  index: string,
): Promise<boolean> {
  const found = (await queryInterface.showIndex(table)) as { name: string }[];
  return found.some(({ name }) => name === index);
}

async function referencesOf(queryInterface: QueryInterface, { table, column }: Column) {
  return select<Row>(
    queryInterface,
    `SELECT CONSTRAINT_NAME AS name, REFERENCED_TABLE_NAME AS target FROM information_schema.KEY_COLUMN_USAGE
     WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = :table AND COLUMN_NAME = :column AND REFERENCED_TABLE_NAME IS NOT NULL`,
    { table, column },
  );
}

async function dropReference(queryInterface: QueryInterface, at: Column): Promise<void> {
  for (const { name } of await referencesOf(queryInterface, at))
    await queryInterface.sequelize.query(`ALTER TABLE \`${at.table}\` DROP FOREIGN KEY \`${name}\``);
}

async function addReference(
  queryInterface: QueryInterface,
  added: Column & { references: string; onDelete: string },
): Promise<void> {
  if ((await referencesOf(queryInterface, added)).length > 0) return;
  await queryInterface.sequelize.query(`ALTER TABLE \`${added.table}\` ADD ${referenceLine(added)}`);
}

/** SQLite changes no foreign key in place: the table is written again, with its rows and indexes. */
async function rebuildTable(
  queryInterface: QueryInterface,
  table: string,
  change: (sql: string) => string,
  values: Record<string, string>,
): Promise<void> {
  const run = (sql: string) => queryInterface.sequelize.query(sql);
  const definitions = await select<{ type: string; sql: string }>(
    queryInterface,
    "SELECT type, sql FROM sqlite_master WHERE tbl_name = :table AND sql IS NOT NULL",
    { table },
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
