import { afterEach, expect, test } from "vitest";
import { sequelize } from "#app/database/connection.server.ts";
import { StatementEvidence } from "#app/models/index.server.ts";
import { presentStatistics } from "#app/presenters/statistics.ts";
import { StatisticsQuery } from "#app/schemas/statistics.ts";
import { getStatistics } from "#app/services/analytics/get-statistics.server.ts";
import { readPeriod } from "#app/services/analytics/read-period.server.ts";
import { decideBatch } from "#app/services/submissions/decide-batch.server.ts";
import migration from "../../../migrations/20261126-1600-count-confirmed-claims.ts";
import forms from "../../../migrations/20261127-0000-forms.ts";
import { createForm, submitForm } from "../../factories/index.ts";
import { expectTotalsToBeTrue } from "../../support/counts.ts";

const queryInterface = sequelize.getQueryInterface();
const query = sequelize.query;
afterEach(async () => {
  sequelize.query = query;
  await migration.up(queryInterface);
});

test("claims that a statement had verified before are counted as confirmed, also if the migration is killed", async () => {
  const form = await createForm();
  const { workspace } = form.owner;
  const claims = await Promise.all(Array.from({ length: 4 }, () => submitForm(form)));
  const createdAt = new Date();
  await StatementEvidence.bulkCreate(
    claims.slice(0, 3).map(({ id: submissionId }, index) => ({
      submissionId,
      workspaceId: workspace.id,
      fileName: "april.csv",
      fileHash: "0".repeat(64),
      lines: index === 2 ? "[]" : "[2]",
      reasons: "[]",
      createdAt,
    })),
  );
  await decideBatch(
    workspace.id,
    claims.map(({ id: submissionId }, index) => ({
      submissionId,
      decider: { kind: "key", keyId: null } as const,
      access: null,
      isInBackground: true,
      ...(index < 2 ? { statement: { fileName: "april.csv", lines: [2], rows: null, by: null } } : {}),
      input: { status: index === 2 ? "rejected" : "handled" },
    })),
  );
  const { days } = await readPeriod(workspace, StatisticsQuery.parse({}));
  const read = async () => presentStatistics(await getStatistics({ workspace, days }), null, []);
  const after = await read();
  expect(after.byStatement).toEqual({ confirmed: 2, share: 0.5 });

  await migration.down(queryInterface);
  sequelize.query = ((sql: string, ...rest: []) => {
    if (/^INSERT INTO breakdownTotals/.test(sql)) throw new Error("killed");
    return query.call(sequelize, sql, ...rest);
  }) as typeof query;
  await expect(migration.up(queryInterface)).rejects.toThrow("killed");
  sequelize.query = query;
  await migration.up(queryInterface);
  // Makes the totals of forms, which are of a later version, anew.
  await forms.up(queryInterface);
  expect(await read()).toEqual(after);
  await expectTotalsToBeTrue();
});
