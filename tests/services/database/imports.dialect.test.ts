import { UniqueConstraintError } from "sequelize";
import { afterEach, beforeAll, expect, test } from "vitest";
import { isSqlite, sequelize } from "#app/database/connection.server.ts";
import { selectSql } from "#app/database/select-sql.server.ts";
import { newId } from "#app/lib/ids.ts";
import { Import, ImportPart, SpendImport, Statement, StatementLine } from "#app/models/index.server.ts";
import migration from "../../../migrations/20261129-1500-imports.ts";
import { schemaQueries } from "../../../migrations/schema.ts";
import { createForm, createSpendFile, type Form, findOwner } from "../../factories/index.ts";
import { stopIdleApp } from "../../servers/app.ts";
import { createSpend } from "../../support/money.ts";

// Its jobs would read a table that is not there.
beforeAll(stopIdleApp);

const queryInterface = sequelize.getQueryInterface();
// A database that is copied for a file of tests has no views.
beforeAll(() => migration.up(queryInterface));
afterEach(() => migration.up(queryInterface));

const readAll = async (sql: string) => (await sequelize.query(sql))[0] as Record<string, unknown>[];
const readSchema = async () =>
  (await readAll(schemaQueries[isSqlite ? "sqlite" : "mysql"])).map(({ line }) => String(line)).sort();

async function createFiles(form: Form) {
  const { owner, platforms } = form;
  const workspaceId = owner.workspace.id;
  const statement = await Statement.create({
    workspaceId,
    platformId: platforms[0]?.id ?? "",
    version: 3,
    name: "april.csv",
    fileHash: "a",
    activeHash: "a",
    bytes: 3,
    sheets: '["one"]',
    answers: '{"currency":"EUR"}',
    result: "{}",
    rowCount: 1,
    state: "ready",
    attemptCount: 0,
    createdAt: new Date("2026-11-02T10:00:00.123Z"),
    expiresAt: new Date("2026-12-02T10:00:00.123Z"),
  });
  await StatementLine.create({ statementId: statement.id, line: 1, cells: "[]" });
  const file = await createSpendFile(owner, {
    activeHash: "b",
    amount: "12.5000",
    currency: "EUR",
    expiresAt: new Date("2026-12-02T10:00:00.123Z"),
    createdAt: new Date("2026-11-02T10:00:00.123Z"),
    sheets: "[]",
    answers: "{}",
  });
  const amount = await createSpendFile(owner, { kind: "manual", bytes: 0, sheets: "[]", answers: "{}" });
  await createSpend(form, "5", { importId: amount.id });
  for (const [importId, number] of [
    [statement.id, 0],
    [statement.id, 1],
    [file.id, 0],
  ] as const)
    await ImportPart.create({ importId, number, content: Buffer.from([number, 0, 255]) });
  return { statement, file, amount };
}

const readFiles = async () => ({
  imports: (await Import.findAll({ order: ["id"], raw: true })).map((row) => JSON.stringify(row)),
  statements: (await Statement.findAll({ order: ["id"] })).map((row) => row.toJSON()),
  spend: (await SpendImport.findAll({ order: ["id"] })).map((row) => row.toJSON()),
  parts: await ImportPart.findAll({ order: ["importId", "number"], raw: true }),
  lines: await StatementLine.findAll({ raw: true }),
  spendRows: await readAll("SELECT * FROM spendRows ORDER BY id"),
});

test("files of both kinds are what they were after the way back and forth, with their bytes and rows", async () => {
  const { statement, file } = await createFiles(await createForm());
  const [before, schema] = [await readFiles(), await readSchema()];
  await migration.down(queryInterface);
  expect(await readAll("SELECT fileName, version FROM statements")).toEqual([
    { fileName: "april.csv", version: 3 },
  ]);
  expect(await readAll("SELECT kind FROM spendImports ORDER BY kind")).toEqual([
    { kind: "file" },
    { kind: "manual" },
  ]);
  expect(await readAll("SELECT number FROM statementParts ORDER BY number")).toEqual([
    { number: 0 },
    { number: 1 },
  ]);
  await migration.up(queryInterface);
  expect(await readFiles()).toEqual(before);
  expect(await readSchema()).toEqual(schema);
  await Import.destroy({ where: { id: [statement.id, file.id] } });
  const left = await readFiles();
  expect([left.parts, left.lines, left.spendRows.length]).toEqual([[], [], 1]);
});

test("a statement is no file of spend, and the other way round", async () => {
  const { statement, file } = await createFiles(await createForm());
  expect(await SpendImport.findByPk(statement.id)).toBeNull();
  expect(await Statement.findByPk(file.id)).toBeNull();
  const ids = selectSql(Statement, { where: { workspaceId: file.workspaceId }, attributes: ["id"] });
  expect(await readAll(ids)).toEqual([{ id: statement.id }]);
  await Statement.update({ name: "other" }, { where: { id: file.id } });
  await SpendImport.destroy({ where: { id: statement.id } });
  expect((await Import.findAll({ order: ["name"] })).map(({ name }) => name)).toEqual([
    "april.csv",
    "spend.csv",
    "spend.csv",
  ]);
});

test("what a server of the version before adds is a file of its kind, which both work on", async () => {
  const { owner, platforms } = await createForm();
  const [statementId, spendId, now] = [newId(), newId(), "2026-11-02 10:00:00.000"];
  // On SQLite it runs alone.
  if (isSqlite) await migration.down(queryInterface);
  const shared = "workspaceId, activeHash, bytes, rowCount, state, attemptCount, createdAt";
  const values = `'${owner.workspace.id}', 'a', 1, 0, 'reading', 0, '${now}'`;
  await sequelize.query(
    `INSERT INTO statements (id, ${shared}, platformId, version, fileName, fileHash, sheets, answers, expiresAt)
     VALUES ('${statementId}', ${values}, '${platforms[0]?.id}', 1, 'april.csv', 'a', '[]', '{}', '${now}')`,
  );
  await sequelize.query(
    `INSERT INTO spendImports (id, ${shared}, kind, name, adPlatform, accountId, isSpread)
     VALUES ('${spendId}', ${values}, 'file', 'meta.csv', '', '', 0)`,
  );
  await sequelize.query(
    `INSERT INTO statementParts (statementId, number, content) VALUES ('${statementId}', 0, 'x')`,
  );
  await sequelize.query(
    `INSERT INTO spendImportParts (importId, number, content) VALUES ('${spendId}', 0, 'y')`,
  );
  await sequelize.query(`UPDATE spendImports SET rowCount = 7 WHERE id = '${spendId}'`);
  if (isSqlite) await migration.up(queryInterface);
  expect(await Statement.findByPk(statementId)).toMatchObject({
    kind: "statement",
    name: "april.csv",
    answers: "{}",
  });
  expect(await SpendImport.findByPk(spendId)).toMatchObject({ kind: "file", name: "meta.csv", rowCount: 7 });
  expect(await ImportPart.count()).toBe(2);
});

test("the same bytes are one file of a kind, and of a broker", async () => {
  const { statement, file } = await createFiles(await createForm());
  const { workspaceId, platformId } = statement;
  const again = { ...statement.get(), id: newId() };
  await expect(Statement.create(again)).rejects.toThrow(UniqueConstraintError);
  await expect(
    createSpendFile(await findOwner(workspaceId), { activeHash: file.activeHash }),
  ).rejects.toThrow(UniqueConstraintError);
  await createSpendFile(await findOwner(workspaceId), { activeHash: statement.activeHash });
  expect(await Statement.count({ where: { platformId } })).toBe(1);
});

test("the way there and the way back, killed between any two steps, are completed by the next run", async () => {
  await createFiles(await createForm());
  const [before, schema] = [await readFiles(), await readSchema()];
  for (const direction of ["down", "up"] as const) await runKilled(direction);
  expect(await readFiles()).toEqual(before);
  expect(await readSchema()).toEqual(schema);
});

/** Runs it again and again, and kills it one statement later each time. */
async function runKilled(direction: "up" | "down"): Promise<void> {
  const query = sequelize.query;
  for (let statements = 1; ; statements += 1) {
    let left = statements;
    sequelize.query = ((...args: Parameters<typeof query>) => {
      left -= 1;
      if (left < 0 && !/^(BEGIN|START|COMMIT|ROLLBACK)/.test(String(args[0]))) throw new Error("killed");
      return query.apply(sequelize, args);
    }) as typeof query;
    try {
      await migration[direction](queryInterface);
      return;
    } catch (error) {
      if ((error as Error).message !== "killed") throw error;
    } finally {
      sequelize.query = query;
    }
  }
}
