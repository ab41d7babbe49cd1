import { QueryTypes } from "sequelize";
import { afterEach, expect, test } from "vitest";
import { inTransaction, isSqlite, sequelize } from "#app/database/connection.server.ts";
import { Submission } from "#app/models/index.server.ts";
import { createDeliveries } from "#app/services/deliveries/create-deliveries.server.ts";
import { migrations } from "../../../migrations/index.ts";
import { connectMeta, createForm, submitForm } from "../../factories/index.ts";

const queryInterface = sequelize.getQueryInterface();
const at = migrations.findIndex(({ name }) => name === "20261122-0900-create-workspaces");
const migration = migrations[at];
const later = migrations.slice(at + 1);
const query = sequelize.query;

afterEach(() => {
  sequelize.query = query;
});

const CHANGES = /^\s*(ALTER|CREATE|DROP|INSERT|UPDATE|DELETE)/i;

/** Runs a step of the migration that dies after some changes. @returns the last change, or null if it came to its end */
async function runAndDie(step: () => Promise<unknown>, budget: number): Promise<string | null> {
  let last = "";
  let left = budget;
  sequelize.query = ((sql: string, ...rest: []) => {
    if (CHANGES.test(sql)) {
      if (left === 0) throw new Error("killed");
      left -= 1;
      last = sql;
    }
    return query.call(sequelize, sql, ...rest);
  }) as typeof query;
  try {
    await step();
    return null;
  } catch (error) {
    if (!(error instanceof Error) || error.message !== "killed") throw error;
    return last;
  } finally {
    sequelize.query = query;
  }
}

/** Kills a step after each of its changes, and starts it again each time. SQLite takes all of it back. */
async function runThroughKills(step: () => Promise<unknown>): Promise<number> {
  let kills = 0;
  if (isSqlite) {
    for (const budget of [0, 1, 5, 20]) if ((await runAndDie(step, budget)) !== null) kills += 1;
    await step();
    return kills;
  }
  let budget = 1;
  for (let before: string | null = ""; before !== null; kills += 1) {
    const last = await runAndDie(step, budget);
    // What is repeated at each start is no progress.
    if (last === before) budget += 1;
    before = last;
  }
  return kills;
}

const rowsOf = (sql: string) => sequelize.query<Record<string, unknown>>(sql, { type: QueryTypes.SELECT });

async function submissionWithAll() {
  const form = await createForm();
  await connectMeta(form.owner);
  const { id } = await submitForm(form);
  await inTransaction(async (transaction) => {
    const submission = await Submission.findByPk(id, { transaction, rejectOnEmpty: true });
    await submission.update({ status: "handled" }, { transaction });
    return createDeliveries([{ submission, verifiedAmount: "250" }], transaction);
  });
  return { form, id };
}

test("workspaces can be taken back and created again, however often the migration is killed", async () => {
  const { form } = await submissionWithAll();
  const other = await submissionWithAll();
  for (const { down } of later.toReversed()) await down(queryInterface);

  expect(await runThroughKills(() => migration?.down(queryInterface) ?? Promise.reject())).toBeGreaterThan(3);
  const owners = await rowsOf("SELECT userId FROM submissions ORDER BY id");
  expect(owners).toEqual([{ userId: form.owner.id }, { userId: other.form.owner.id }]);
  expect(await rowsOf("SELECT userId FROM deliveries ORDER BY id")).toEqual(owners);
  expect(await rowsOf(`SELECT timeZone, currency FROM users WHERE id = '${form.owner.id}'`)).toEqual([
    { timeZone: form.owner.workspace.timeZone, currency: form.owner.workspace.currency },
  ]);

  expect(await runThroughKills(() => migration?.up(queryInterface) ?? Promise.reject())).toBeGreaterThan(3);
  const workspaces = await rowsOf("SELECT workspaceId FROM submissions ORDER BY id");
  expect(workspaces).toEqual([{ workspaceId: form.owner.id }, { workspaceId: other.form.owner.id }]);
  expect(await rowsOf("SELECT workspaceId FROM deliveries ORDER BY id")).toEqual(workspaces);
  expect(await rowsOf("SELECT COUNT(*) AS total FROM workspaceMembers WHERE role = 'owner'")).toEqual([
    { total: 2 },
  ]);
  for (const { up } of later) await up(queryInterface);
});
