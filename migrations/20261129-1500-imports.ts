import { type QueryInterface, QueryTypes } from "sequelize";
import { columnTypes, createTable, type Migration, type Table } from "./table.ts";

const workspace = { column: "workspaceId", table: "workspaces", onDelete: "CASCADE" } as const;
const platform = { column: "platformId", table: "platforms", onDelete: "CASCADE" } as const;

type Types = ReturnType<typeof columnTypes>;

/** The columns that files of brokers and of ad platforms had alike. */
const sharedColumns = (type: Types) => ({
  id: `${type.id} NOT NULL`,
  workspaceId: `${type.id} NOT NULL`,
  userId: `${type.id} NULL`,
  activeHash: `${type.ascii(64)} NULL`,
  bytes: `${type.integer} NOT NULL`,
  sheet: `${type.integer} NULL`,
  columns: `${type.longText} NULL`,
  result: `${type.longText} NULL`,
  rowCount: `${type.integer} NOT NULL`,
  error: `${type.text(500)} NULL`,
  state: `${type.ascii(10)} NOT NULL`,
  dueAt: `${type.time} NULL`,
  leaseToken: `${type.id} NULL`,
  attemptCount: `${type.integer} NOT NULL`,
  lostLeases: `${type.integer} NOT NULL DEFAULT 0`,
  createdAt: `${type.time} NOT NULL`,
  fileDeletedAt: `${type.time} NULL`,
});

const statementColumns = (type: Types) => ({
  decidedAt: `${type.time} NULL`,
  undoneAt: `${type.time} NULL`,
  completeAt: `${type.time} NULL`,
  completeByUserId: `${type.id} NULL`,
  matchingId: `${type.id} NULL`,
  readingId: `${type.id} NULL`,
});

const spendColumns = (type: Types) => ({
  source: `${type.exact(200)} NULL`,
  amount: `${type.money} NULL`,
  currency: `${type.ascii(3)} NULL`,
  fromDay: `${type.day} NULL`,
  toDay: `${type.day} NULL`,
  uploadedAt: `${type.time} NULL`,
});

const partsOf = (type: Types, name: string, key: string, table: string): Table => ({
  name,
  columns: {
    [key]: `${type.id} NOT NULL`,
    number: `${type.integer} NOT NULL`,
    content: `${type.picture} NOT NULL`,
  },
  primaryKey: [key, "number"],
  references: [{ column: key, table, onDelete: "CASCADE" }],
});

/** What servers of the version before insert has defaults or may be missing. */
const newTables = (type: Types): Table[] => [
  {
    name: "imports",
    columns: {
      ...sharedColumns(type),
      kind: `${type.ascii(10)} NOT NULL DEFAULT 'statement'`,
      name: `${type.text(200)} NOT NULL`,
      sheets: `${type.longText} NULL`,
      answers: `${type.longText} NULL`,
      expiresAt: `${type.time} NULL`,
      platformId: `${type.id} NULL`,
      version: `${type.integer} NOT NULL DEFAULT 1`,
      fileHash: `${type.ascii(64)} NULL`,
      // The broker or nothing, because NULLs would not be alike. MariaDB may pad a CHAR, hence the RTRIM.
      place: `${type.ascii(36)} GENERATED ALWAYS AS (COALESCE(RTRIM(platformId), '')) VIRTUAL`,
      ...statementColumns(type),
      adPlatform: `${type.ascii(20)} NOT NULL DEFAULT ''`,
      accountId: `${type.ascii(64)} NOT NULL DEFAULT ''`,
      ...spendColumns(type),
      isSpread: `${type.boolean} NOT NULL DEFAULT 0`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "imports_file", columns: ["workspaceId", "kind", "place", "activeHash"], isUnique: true },
      { name: "imports_due", columns: ["state", "dueAt"] },
      { name: "imports_newest", columns: ["workspaceId", "createdAt", "id"] },
      { name: "imports_expiry", columns: ["fileDeletedAt", "expiresAt"] },
    ],
    references: [workspace, platform],
  },
  partsOf(type, "importParts", "importId", "imports"),
];

const tablesBefore = (type: Types): Table[] => [
  {
    name: "statements",
    columns: {
      ...sharedColumns(type),
      platformId: `${type.id} NOT NULL`,
      version: `${type.integer} NOT NULL`,
      fileName: `${type.text(200)} NOT NULL`,
      fileHash: `${type.ascii(64)} NOT NULL`,
      sheets: `${type.longText} NOT NULL`,
      answers: `${type.longText} NOT NULL`,
      expiresAt: `${type.time} NOT NULL`,
      ...statementColumns(type),
    },
    primaryKey: ["id"],
    keys: [
      { name: "statements_file", columns: ["workspaceId", "platformId", "activeHash"], isUnique: true },
      { name: "statements_due", columns: ["state", "dueAt"] },
      { name: "statements_newest", columns: ["workspaceId", "createdAt"] },
      { name: "statements_expiry", columns: ["expiresAt"] },
    ],
    references: [workspace, platform],
  },
  partsOf(type, "statementParts", "statementId", "statements"),
  {
    name: "spendImports",
    columns: {
      ...sharedColumns(type),
      kind: `${type.ascii(10)} NOT NULL`,
      name: `${type.text(200)} NOT NULL`,
      sheets: `${type.longText} NULL`,
      answers: `${type.longText} NULL`,
      adPlatform: `${type.ascii(20)} NOT NULL`,
      accountId: `${type.ascii(64)} NOT NULL`,
      ...spendColumns(type),
      isSpread: `${type.boolean} NOT NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "spendImports_file", columns: ["workspaceId", "activeHash"], isUnique: true },
      { name: "spendImports_newest", columns: ["workspaceId", "createdAt", "id"] },
      { name: "spendImports_due", columns: ["dueAt"] },
      { name: "spendImports_oldFiles", columns: ["fileDeletedAt", "createdAt"] },
    ],
    references: [workspace],
  },
  partsOf(type, "spendImportParts", "importId", "spendImports"),
];

type Kind = "statements" | "spendImports";
/** How the two tables of before differ from the one. */
const KINDS: Record<Kind, { where: string; parts: string; key: string }> = {
  statements: { where: "kind = 'statement'", parts: "statementParts", key: "statementId" },
  spendImports: { where: "kind <> 'statement'", parts: "spendImportParts", key: "importId" },
};
const KIND_NAMES = Object.keys(KINDS) as Kind[];
const SPEND_CHILDREN = ["spendReports", "spendRows"];

const quote = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(", ");
/** On MySQL, views have the names of before, and the tables stand aside while they are copied. */
const aside = (table: string) => `${table}Before`;

/** A kind's columns before, and what they are called now. */
function columnsOf(type: Types, kind: Kind): [before: string, now: string][] {
  const table = tablesBefore(type).find(({ name }) => name === kind);
  return Object.keys(table?.columns ?? {}).map((name) => [name, name === "fileName" ? "name" : name]);
}

type Database = {
  type: Types;
  isMysql: boolean;
  run: (sql: string) => Promise<unknown>;
  select: <Row extends object>(sql: string) => Promise<Row[]>;
};

/** One connection for all: a setting of a connection, and on SQLite one transaction. */
const withDatabase = (
  { sequelize }: QueryInterface,
  type: Types,
  work: (database: Database) => Promise<void>,
) =>
  sequelize.transaction((transaction) =>
    work({
      type,
      isMysql: sequelize.getDialect() === "mysql",
      run: (sql) => sequelize.query(sql, { transaction }),
      select: <Row extends object>(sql: string) =>
        sequelize.query<Row>(sql, { transaction, type: QueryTypes.SELECT }),
    }),
  );

async function listBaseTables({ isMysql, select }: Database): Promise<string[]> {
  const rows = await select<{ name: string }>(
    isMysql
      ? `SELECT TABLE_NAME AS name FROM information_schema.TABLES
         WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE = 'BASE TABLE'`
      : "SELECT name FROM sqlite_master WHERE type = 'table'",
  );
  return rows.map(({ name }) => name);
}

/** Has foreign keys of some tables name another table with the same ids. No row is read. */
async function moveReferences(
  { isMysql, run, select }: Database,
  { from, to, isOf }: { from: string; to: string; isOf: (child: string) => boolean },
): Promise<void> {
  if (isMysql) {
    const keys = await select<{ name: string; child: string; col: string; rule: string }>(
      `SELECT k.CONSTRAINT_NAME AS name, k.TABLE_NAME AS child, k.COLUMN_NAME AS col, r.DELETE_RULE AS rule
       FROM information_schema.KEY_COLUMN_USAGE k
       JOIN information_schema.REFERENTIAL_CONSTRAINTS r USING (CONSTRAINT_SCHEMA, CONSTRAINT_NAME, TABLE_NAME)
       WHERE CONSTRAINT_SCHEMA = DATABASE() AND k.REFERENCED_TABLE_NAME = '${from}'`,
    );
    await run("SET foreign_key_checks = 0");
    try {
      for (const { name, child, col, rule } of keys)
        if (isOf(child))
          await run(
            `ALTER TABLE \`${child}\` DROP FOREIGN KEY \`${name}\`,
               ADD FOREIGN KEY (\`${col}\`) REFERENCES \`${to}\` (\`id\`) ON DELETE ${rule}`,
          );
    } finally {
      await run("SET foreign_key_checks = 1");
    }
    return;
  }
  const children = await select<{ name: string }>(
    `SELECT DISTINCT t.name FROM sqlite_master t, pragma_foreign_key_list(t.name) f
     WHERE t.type = 'table' AND f."table" = '${from}'`,
  );
  const names = children.map(({ name }) => name).filter(isOf);
  // SQLite documents this for constraints, which no row depends on (lang_altertable.html, section 7).
  await run("PRAGMA writable_schema = ON");
  await run(
    `UPDATE sqlite_schema SET sql = replace(sql, 'REFERENCES \`${from}\`', 'REFERENCES \`${to}\`')
     WHERE type = 'table' AND name IN (${names.map((name) => `'${name}'`).join(", ")})`,
  );
  await run("PRAGMA writable_schema = RESET");
  // Other connections have read the schema as it was.
  const [schema] = await select<{ schema_version: number }>("PRAGMA schema_version");
  await run(`PRAGMA schema_version = ${Number(schema?.schema_version) + 1}`);
}

type Copy = { from: string; to: string; columns: [value: string, column: string][]; where: string };
type Parts = { from: string; fromKey: string; to: string; toKey: string };

/** Copies the rows that are not there yet, and the bytes of one file after the other. */
async function copy({ isMysql, run, select }: Database, rows: Copy, parts: Parts): Promise<void> {
  const insert = isMysql ? "INSERT IGNORE" : "INSERT OR IGNORE";
  const { from, to, where } = rows;
  await run(
    `${insert} INTO \`${to}\` (${quote(rows.columns.map(([, column]) => column))})
     SELECT ${rows.columns.map(([value]) => value).join(", ")} FROM \`${from}\` WHERE ${where}`,
  );
  const files = await select<{ id: string }>(`SELECT id FROM \`${from}\` WHERE ${where}`);
  for (const { id } of files)
    await run(
      `${insert} INTO \`${parts.to}\` (\`${parts.toKey}\`, \`number\`, content)
       SELECT \`${parts.fromKey}\`, \`number\`, content FROM \`${parts.from}\` WHERE \`${parts.fromKey}\` = '${id}'`,
    );
  const [missing] = await select<{ rows: number; parts: number }>(
    `SELECT (SELECT COUNT(*) FROM \`${from}\` WHERE ${where} AND id NOT IN (SELECT id FROM \`${to}\`)) AS \`rows\`,
       (SELECT COUNT(*) FROM \`${parts.from}\` f WHERE \`${parts.fromKey}\` IN (SELECT id FROM \`${from}\` WHERE ${where})
        AND NOT EXISTS (SELECT 1 FROM \`${parts.to}\` t WHERE t.\`${parts.toKey}\` = f.\`${parts.fromKey}\` AND t.\`number\` = f.\`number\`)) AS parts`,
  );
  if (Number(missing?.rows) + Number(missing?.parts) > 0)
    throw new Error(`${missing?.rows} rows and ${missing?.parts} parts of "${from}" were not copied.`);
}

const ofKind = (kind: Kind) => (child: string) =>
  SPEND_CHILDREN.includes(child) === (kind === "spendImports") && child !== "importParts";

/** Copies a kind's table of before into the one, and drops it. */
async function moveIn(
  database: Database,
  kind: Kind,
  { before, left }: { before: (table: string) => string; left: string[] },
): Promise<void> {
  const { isMysql, type, run } = database;
  const { parts, key } = KINDS[kind];
  const [from, fromParts] = [before(kind), before(parts)];
  const expiry = isMysql
    ? "createdAt + INTERVAL 30 DAY"
    : "strftime('%Y-%m-%d %H:%M:%f +00:00', createdAt, '+30 days')";
  const more: Record<Kind, [string, string][]> = {
    statements: [],
    spendImports: [[`CASE WHEN kind = 'file' THEN ${expiry} END`, "expiresAt"]],
  };
  const empty: Record<string, string> = {
    sheets: "COALESCE(sheets, '[]')",
    answers: "COALESCE(answers, '{}')",
  };
  const columns = columnsOf(type, kind).map(([old, now]): [string, string] => [
    empty[old] ?? `\`${old}\``,
    now,
  ]);
  // A run that was killed had copied all before it dropped the bytes.
  if (left.includes(fromParts))
    await copy(
      database,
      { from, to: "imports", columns: [...columns, ...more[kind]], where: "1 = 1" },
      { from: fromParts, fromKey: key, to: "importParts", toKey: "importId" },
    );
  await moveReferences(database, { from, to: "imports", isOf: (child) => child !== fromParts });
  for (const table of [fromParts, from]) await run(`DROP TABLE IF EXISTS \`${table}\``);
}

/** Servers of the version before read and write their tables beside this one: on MySQL several can run. */
async function createViews({ type, run }: Database): Promise<void> {
  for (const kind of KIND_NAMES) {
    const { where, parts, key } = KINDS[kind];
    const columns = columnsOf(type, kind).map(([old, now]) => `\`${now}\` AS \`${old}\``);
    await run(
      `CREATE OR REPLACE VIEW \`${kind}\` AS SELECT ${columns.join(", ")} FROM imports WHERE ${where}`,
    );
    await run(
      `CREATE OR REPLACE VIEW \`${parts}\` AS SELECT importId AS \`${key}\`, \`number\`, content FROM importParts`,
    );
  }
}

/** One table for the files of all kinds, and one for their bytes. */
export default {
  name: "20261129-1500-imports",
  async up(queryInterface) {
    const type = columnTypes(queryInterface);
    for (const table of newTables(type)) await createTable(queryInterface, table);
    await withDatabase(queryInterface, type, async (database) => {
      const { isMysql, run } = database;
      const before = isMysql ? aside : (table: string) => table;
      const tables = KIND_NAMES.flatMap((kind) => [kind, KINDS[kind].parts]);
      const there = await listBaseTables(database);
      const names = tables
        .filter((table) => there.includes(table))
        .map((table) => `\`${table}\` TO \`${aside(table)}\``);
      // In one step: a server of the version before sees all of them or none.
      if (isMysql && names.length > 0) await run(`RENAME TABLE ${names.join(", ")}`);
      const left = await listBaseTables(database);
      for (const kind of KIND_NAMES)
        if (left.includes(before(kind))) await moveIn(database, kind, { before, left });
      if (isMysql) await createViews(database);
    });
  },
  async down(queryInterface) {
    const type = columnTypes(queryInterface);
    await withDatabase(queryInterface, type, async ({ isMysql, run, select }) => {
      const views = isMysql
        ? await select<{ name: string }>(
            "SELECT TABLE_NAME AS name FROM information_schema.VIEWS WHERE TABLE_SCHEMA = DATABASE()",
          )
        : [];
      for (const { name } of views) await run(`DROP VIEW \`${name}\``);
    });
    for (const table of tablesBefore(type)) await createTable(queryInterface, table);
    await withDatabase(queryInterface, type, async (database) => {
      // A run that was killed had copied all before it dropped the bytes.
      const isCopied = !(await listBaseTables(database)).includes("importParts");
      for (const kind of isCopied ? [] : KIND_NAMES) {
        const { where, parts, key } = KINDS[kind];
        const columns = columnsOf(type, kind).map(([old, now]): [string, string] => [`\`${now}\``, old]);
        await copy(
          database,
          { from: "imports", to: kind, columns, where },
          { from: "importParts", fromKey: "importId", to: parts, toKey: key },
        );
        await moveReferences(database, { from: "imports", to: kind, isOf: ofKind(kind) });
      }
      for (const name of ["importParts", "imports"]) await database.run(`DROP TABLE IF EXISTS ${name}`);
    });
  },
} satisfies Migration;
