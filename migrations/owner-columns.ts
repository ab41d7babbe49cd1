import { type QueryInterface, QueryTypes } from "sequelize";
import { rebuildTable } from "./rebuild-table.ts";
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
