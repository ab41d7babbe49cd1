import { QueryTypes } from "sequelize";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { sequelize } from "#app/database/connection.server.ts";
import { migrateDown, migrateUp } from "#app/database/migrate.server.ts";
import { baseline } from "../../../migrations/1.0/index.ts";
import { replaced } from "../../../migrations/1.0/replaced.ts";
import { migrations } from "../../../migrations/index.ts";
import {
  addColumns,
  columnTypes,
  createTable,
  dropColumns,
  dropTable,
  hasIndex,
  type Migration,
  renameColumns,
} from "../../../migrations/table.ts";
import { createForm, submitForm } from "../../factories/index.ts";

const create: Migration = {
  name: "20990101-0000-create-things",
  async up(queryInterface) {
    const type = columnTypes(queryInterface);
    await createTable(queryInterface, {
      name: "things",
      columns: { id: `${type.id} NOT NULL`, label: `${type.text(20)} NULL` },
      primaryKey: ["id"],
    });
  },
  down: (queryInterface) => dropTable(queryInterface, "things"),
};

const change: Migration = {
  name: "20990101-0001-name-things",
  async up(queryInterface) {
    await renameColumns(queryInterface, "things", { label: "name" });
    await addColumns(queryInterface, "things", {
      size: `${columnTypes(queryInterface).integer} NOT NULL DEFAULT 3`,
    });
    if (!(await hasIndex(queryInterface, "things", "things_name")))
      await queryInterface.addIndex("things", ["name"], { name: "things_name" });
  },
  async down(queryInterface) {
    if (await hasIndex(queryInterface, "things", "things_name"))
      await queryInterface.removeIndex("things", "things_name");
    await dropColumns(queryInterface, "things", ["size"]);
    await renameColumns(queryInterface, "things", { name: "label" });
  },
};

const steps = [...migrations, create, change];
const query = sequelize.query;
const queryInterface = sequelize.getQueryInterface();
const listColumns = async () => Object.keys(await queryInterface.describeTable("things")).sort();

async function select(sql: string): Promise<object[]> {
  return sequelize.query(sql, { type: QueryTypes.SELECT });
}
const seen = async () =>
  (await select("SELECT name FROM SequelizeMeta")).map((row) => (row as Migration).name);

async function setSeen(names: string[]): Promise<void> {
  await sequelize.query("DELETE FROM SequelizeMeta");
  await sequelize.query("INSERT INTO SequelizeMeta (name) VALUES :names", {
    replacements: { names: names.map((name) => [name]) },
  });
}

afterEach(async () => {
  sequelize.query = query;
  await dropTable(queryInterface, "things");
  await setSeen(migrations.map(({ name }) => name));
});

/** @returns whether it came to its end, because it has fewer statements */
async function runAndDie(work: () => Promise<unknown>, statements: number): Promise<boolean> {
  let left = statements;
  sequelize.query = ((...args: Parameters<typeof query>) => {
    // An open transaction would outlive this kill: its BEGIN and its end are left alone.
    const isCounted = !/^(BEGIN|COMMIT|ROLLBACK|SET|START)/.test(String(args[0]));
    if (isCounted && left === 0) throw new Error("killed");
    if (isCounted) left -= 1;
    return query.apply(sequelize, args);
  }) as typeof query;
  try {
    await work();
    return true;
  } catch (error) {
    if ((error as Error).message !== "killed") throw error;
    return false;
  } finally {
    sequelize.query = query;
  }
}

test("a later migration follows the baseline once, and is taken back alone or with those after it", async () => {
  expect((await migrateUp(steps)).names).toEqual([create.name, change.name]);
  expect((await migrateUp(steps)).names).toEqual([]);
  expect(await listColumns()).toEqual(["id", "name", "size"]);
  expect((await migrateDown({}, steps)).names).toEqual([change.name]);
  expect(await listColumns()).toEqual(["id", "label"]);
  expect((await migrateUp(steps)).names).toEqual([change.name]);
  const [stays = ""] = (await seen()).sort().slice(-3);
  await expect(migrateDown({ to: "20200101-0000-nothing" }, steps)).rejects.toThrow(
    `This database has not seen 20200101-0000-nothing. Its last migration is ${change.name}.`,
  );
  const taken = await migrateDown({ to: stays }, steps);
  expect([taken.names, taken.left.at(-1)]).toEqual([[change.name, create.name], stays]);
  expect(await queryInterface.tableExists("things")).toBe(false);
  expect((await seen()).sort()).toEqual(migrations.map(({ name }) => name).sort());
});

test("a migration that is killed before any of its statements does what is missing, up and down", async () => {
  await create.up(queryInterface);
  await sequelize.query("INSERT INTO things (id, label) VALUES ('1', 'kept')");
  for (const work of [change.up, change.down]) {
    let statements = 0;
    while (!(await runAndDie(() => work(queryInterface), statements))) statements += 1;
    expect(statements).toBeGreaterThan(3);
    await work(queryInterface);
    if (work === change.up)
      expect(await select("SELECT name, size FROM things")).toEqual([{ name: "kept", size: 3 }]);
  }
  expect(await select("SELECT * FROM things")).toEqual([{ id: "1", label: "kept" }]);
});

test("a database of version 0.1.0 is adopted whole, whichever statement a kill comes before", async () => {
  const { id } = await submitForm(await createForm());
  const later = migrations.slice(baseline.length);
  for (const { down } of later.toReversed()) await down(queryInterface);
  onTestFinished(async () => {
    for (const { up } of later) await up(queryInterface);
  });
  const row = await select(`SELECT * FROM submissions WHERE id = '${id}'`);
  // It may have seen a later migration already.
  const before = [...replaced, create.name].sort();
  const after = [...baseline, create].map(({ name }) => name).sort();
  await setSeen(before);
  let statements = 0;
  while (!(await runAndDie(() => migrateUp([...baseline, create]), statements))) {
    expect([before, after]).toContainEqual((await seen()).sort());
    // A kill leaves the lock, and its lease ends.
    await sequelize.query("UPDATE locks SET heldUntil = NULL");
    statements += 1;
  }
  expect(statements).toBeGreaterThan(7);
  expect((await seen()).sort()).toEqual(after);
  expect(await select(`SELECT * FROM submissions WHERE id = '${id}'`)).toEqual(row);
});

const all = migrations.map(({ name }) => name);
test.each<[what: string, names: string[], sentence: string]>([
  [
    "an older version",
    replaced.slice(0, -2),
    "This database lacks 2 migrations of version 0.1.0, 20261123-0900-index-overdue-deliveries first. Run `migrate` of version 0.1.0 first, then this one.",
  ],
  [
    "something else",
    ["20200101-create-todos", ...replaced],
    "This database has seen a migration that is not known here, 20200101-create-todos. Run `migrate` of version 0.1.0 first, then this one.",
  ],
  [
    "a newer version",
    [...all, create.name],
    `A newer version has migrated this database (${create.name}). Use that version with it.`,
  ],
])("a database of %s is refused with a sentence, up and down", async (_what, names, sentence) => {
  await setSeen(names);
  await expect(migrateUp()).rejects.toThrow(sentence);
  await expect(migrateDown()).rejects.toThrow(sentence);
  expect((await seen()).sort()).toEqual([...names].sort());
});

test("a database of version 0.1.0 is not taken back", async () => {
  await setSeen(replaced);
  await expect(migrateDown({ isAll: true })).rejects.toThrow("of version 0.1.0. Migrate it up first.");
  expect((await seen()).sort()).toEqual(replaced);
});
