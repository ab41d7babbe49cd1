import { beforeAll, expect, test } from "vitest";
import { sequelize } from "#app/database/connection.server.ts";
import { Evidence, StatementEvidence } from "#app/models/index.server.ts";
import migration from "../../../migrations/20261129-0800-evidence.ts";
import imports from "../../../migrations/20261129-1500-imports.ts";
import runningStatements from "../../../migrations/20261129-1900-running-statements.ts";
import { createForm, submitForm } from "../../factories/index.ts";
import { stopIdleApp } from "../../servers/app.ts";

// Its jobs would read tables that are not there.
beforeAll(stopIdleApp);

test("the migration copies what statements have decided, also if it is killed in between", async () => {
  const form = await createForm();
  const { id: submissionId } = await submitForm(form);
  const earlier = await StatementEvidence.create({
    submissionId,
    workspaceId: form.owner.workspace.id,
    fileName: "deposits.csv",
    fileHash: "a".repeat(64),
    lines: "[2]",
    reasons: '["The account number is the same."]',
    createdAt: new Date("2026-11-02T10:00:00.123Z"),
  });
  const queryInterface = sequelize.getQueryInterface();
  await imports.down(queryInterface);
  await migration.down(queryInterface);
  const query = sequelize.query;
  sequelize.query = ((sql: string, ...rest: []) => {
    if (/^INSERT INTO evidence/.test(sql)) throw new Error("killed");
    return query.call(sequelize, sql, ...rest);
  }) as typeof query;
  await expect(migration.up(queryInterface)).rejects.toThrow("killed");
  sequelize.query = query;
  for (let run = 0; run < 2; run += 1) await migration.up(queryInterface);
  await imports.up(queryInterface);
  await runningStatements.up(queryInterface);
  expect((await Evidence.findAll()).map((one) => one.get())).toMatchObject([
    { decides: submissionId, lines: "[2]", kind: "deposit", decidedAt: earlier.createdAt },
  ]);
});
