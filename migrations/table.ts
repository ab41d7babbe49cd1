import type { QueryInterface } from "sequelize";

export type Migration = {
  name: string;
  up(queryInterface: QueryInterface): Promise<void>;
  down(queryInterface: QueryInterface): Promise<void>;
};

type Key = { name: string; columns: string[]; isUnique?: boolean };
type Reference = { column: string; table: string; onDelete: "CASCADE" | "SET NULL" | "RESTRICT" };
export type Table = {
  name: string;
  /** Column name to SQL type, by `columnTypes`. */
  columns: Record<string, string>;
  primaryKey: string[];
  keys?: Key[];
  references?: Reference[];
};

/**
 * SQL types that mean the same on both dialects. Ids, tokens, hashes and slugs compare byte by byte, because
 * default collations ignore case and trailing spaces.
 */
export function columnTypes(queryInterface: QueryInterface) {
  const isMysql = queryInterface.sequelize.getDialect() === "mysql";
  const ascii = (length: number) =>
    isMysql ? `VARCHAR(${length}) CHARACTER SET ascii COLLATE ascii_bin` : "TEXT";
  return {
    id: isMysql ? "CHAR(36) CHARACTER SET ascii COLLATE ascii_bin" : "TEXT",
    ascii,
    /** Compared byte by byte after our own normalisation, so that jose@ does not find josé@. */
    exact: (length: number) =>
      isMysql ? `VARCHAR(${length}) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin` : "TEXT",
    text: (length: number) => (isMysql ? `VARCHAR(${length})` : "TEXT"),
    longText: isMysql ? "MEDIUMTEXT" : "TEXT",
    /** At most 16 MB. */
    picture: isMysql ? "MEDIUMBLOB" : "BLOB",
    time: isMysql ? "DATETIME(3)" : "DATETIME",
    day: isMysql ? "CHAR(10) CHARACTER SET ascii COLLATE ascii_bin" : "TEXT",
    /** SQLite would turn a DECIMAL into a float: there it is text. */
    money: isMysql ? "DECIMAL(19,4)" : "TEXT",
    /** What many amounts add up to, in a small currency too. */
    sum: isMysql ? "DECIMAL(30,4)" : "TEXT",
    integer: isMysql ? "INT" : "INTEGER",
    /** What many integers add up to. */
    bigInteger: isMysql ? "BIGINT" : "INTEGER",
    /** Only to sort by: SQLite makes floats of it. */
    sortableMoney: "DECIMAL(36,10)",
    /** How `sortableMoney` began. */
    real: isMysql ? "DOUBLE" : "REAL",
    boolean: "TINYINT(1)",
  };
}

const quoted = (columns: string[]) => columns.map((column) => `\`${column}\``).join(", ");

const keyLines = ({ keys = [] }: Table) =>
  keys.map(
    ({ name, columns, isUnique }) => `${isUnique ? "UNIQUE KEY" : "KEY"} \`${name}\` (${quoted(columns)})`,
  );

/** A table's definition as MySQL writes it, line by line; SQLite has the keys in statements of their own. */
export const toLines = (table: Table, { hasKeys = true } = {}): string[] => [
  ...Object.entries(table.columns).map(([name, type]) => `\`${name}\` ${type}`),
  `PRIMARY KEY (${quoted(table.primaryKey)})`,
  ...(hasKeys ? keyLines(table) : []),
  ...(table.references ?? []).map(
    ({ column, table: parent, onDelete }) =>
      `FOREIGN KEY (\`${column}\`) REFERENCES \`${parent}\` (\`id\`) ON DELETE ${onDelete}`,
  ),
];

/** Creates a table with its keys, or what is missing of it: DDL is not transactional on MySQL. */
export async function createTable(queryInterface: QueryInterface, table: Table): Promise<void> {
  const isMysql = queryInterface.sequelize.getDialect() === "mysql";
  const lines = toLines(table, { hasKeys: isMysql });
  const ending = isMysql ? " ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci" : "";
  await queryInterface.sequelize.query(
    `CREATE TABLE IF NOT EXISTS \`${table.name}\` (\n  ${lines.join(",\n  ")}\n)${ending}`,
  );
  if (isMysql) return;
  for (const key of table.keys ?? []) {
    await queryInterface.sequelize.query(
      `CREATE ${key.isUnique ? "UNIQUE " : ""}INDEX IF NOT EXISTS \`${key.name}\` ON \`${table.name}\` (${quoted(key.columns)})`,
    );
  }
}

export async function dropTable(queryInterface: QueryInterface, name: string): Promise<void> {
  await queryInterface.sequelize.query(`DROP TABLE IF EXISTS \`${name}\``);
}

/** A migration that creates tables in their order and, downwards, drops them. */
export function tablesMigration(
  name: string,
  tables: (types: ReturnType<typeof columnTypes>) => Record<string, Omit<Table, "name">>,
) {
  const listTables = (queryInterface: QueryInterface): Table[] =>
    Object.entries(tables(columnTypes(queryInterface))).map(([name, table]) => ({ name, ...table }));
  return {
    name,
    listTables,
    async up(queryInterface: QueryInterface) {
      for (const table of listTables(queryInterface)) await createTable(queryInterface, table);
    },
    async down(queryInterface: QueryInterface) {
      for (const { name } of listTables(queryInterface).toReversed()) await dropTable(queryInterface, name);
    },
  };
}

export async function hasIndex(
  queryInterface: QueryInterface,
  table: string,
  index: string,
): Promise<boolean> {
  const found = (await queryInterface.showIndex(table)) as { name: string }[];
  return found.some(({ name }) => name === index);
}

/** Drops an index that is there. */
export async function dropIndex(queryInterface: QueryInterface, table: string, name: string): Promise<void> {
  if (!(await hasIndex(queryInterface, table, name))) return;
  const isMysql = queryInterface.sequelize.getDialect() === "mysql";
  await queryInterface.sequelize.query(`DROP INDEX \`${name}\`${isMysql ? ` ON \`${table}\`` : ""}`);
}

const listColumns = async (queryInterface: QueryInterface, table: string) =>
  new Set(Object.keys(await queryInterface.describeTable(table)));

/** Adds the columns that are not there yet: run again after a kill it does what is missing. */
export async function addColumns(
  queryInterface: QueryInterface,
  table: string,
  columns: Record<string, string>,
): Promise<void> {
  const present = await listColumns(queryInterface, table);
  for (const [name, type] of Object.entries(columns)) {
    if (present.has(name)) continue;
    await queryInterface.sequelize.query(`ALTER TABLE \`${table}\` ADD COLUMN \`${name}\` ${type}`);
  }
}

/** Plain SQL on both dialects. Sequelize would copy a whole SQLite table, and cascades would empty others. */
export async function dropColumns(
  queryInterface: QueryInterface,
  table: string,
  columns: string[],
): Promise<void> {
  const present = await listColumns(queryInterface, table);
  for (const name of columns) {
    if (!present.has(name)) continue;
    await queryInterface.sequelize.query(`ALTER TABLE \`${table}\` DROP COLUMN \`${name}\``);
  }
}

/** Renames the columns that still have their old name: run again after a kill it does what is missing. */
export async function renameColumns(
  queryInterface: QueryInterface,
  table: string,
  names: Record<string, string>,
): Promise<void> {
  const present = await listColumns(queryInterface, table);
  for (const [from, to] of Object.entries(names)) {
    if (!present.has(from)) continue;
    await queryInterface.sequelize.query(`ALTER TABLE \`${table}\` RENAME COLUMN \`${from}\` TO \`${to}\``);
  }
}
