import { afterEach, expect, test } from "vitest";
import { sequelize } from "#app/database/connection.server.ts";
import { SubmissionsQuery } from "#app/schemas/submission-query.ts";
import { listSubmissions } from "#app/services/submissions/list-submissions.server.ts";
import migration from "../../../migrations/20261126-0200-decimal-comparable-amounts.ts";
import { createForm, submitForm } from "../../factories/index.ts";

const queryInterface = sequelize.getQueryInterface();
const query = sequelize.query;
afterEach(async () => {
  sequelize.query = query;
  await migration.up(queryInterface);
});

const readType = async () => (await queryInterface.describeTable("submissions")).comparableAmount?.type;

/** Runs the migration until it dies before the n-th of its changes. */
async function runAndDie(change: "up" | "down", count: number): Promise<void> {
  let left = count;
  sequelize.query = ((sql: string, ...rest: []) => {
    if (/^(ALTER|UPDATE|DROP|CREATE)/.test(sql)) left -= 1;
    if (left === 0) throw new Error("killed");
    return query.call(sequelize, sql, ...rest);
  }) as typeof query;
  await migration[change](queryInterface).catch((error: Error) => expect(error.message).toBe("killed"));
  sequelize.query = query;
}

test("claims keep their order by amount while it becomes a decimal and back, however often it is killed", async () => {
  const form = await createForm();
  const { workspace } = form.owner;
  const ids: string[] = [];
  for (const amount of ["9", "10.5", "250", "250.0001", "99999.9999"])
    ids.push((await submitForm(form, { amount })).id);
  const list = async (sort: "amount" | "-amount") =>
    (await listSubmissions({ workspace, query: SubmissionsQuery.parse({ sort }) })).submissions.map(
      ({ id }) => id,
    );

  expect(await readType()).toBe("DECIMAL(36,10)");
  expect(await list("amount")).toEqual(ids);
  for (const change of ["down", "up"] as const) {
    for (let count = 1; count <= 6; count += 1) await runAndDie(change, count);
    await migration[change](queryInterface);
    expect(await readType()).toMatch(change === "up" ? /^DECIMAL\(36,10\)$/ : /^(REAL|DOUBLE)/);
    expect([change, await list("amount")]).toEqual([change, ids]);
    expect([change, await list("-amount")]).toEqual([change, ids.toReversed()]);
  }
});
