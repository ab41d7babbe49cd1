import { afterEach, expect, test } from "vitest";
import { sequelize } from "#app/database/connection.server.ts";
import { Submission } from "#app/models/index.server.ts";
import { presentStatistics } from "#app/presenters/statistics.ts";
import { StatisticsQuery } from "#app/schemas/statistics.ts";
import type { SubmissionStatusInput } from "#app/schemas/submissions.ts";
import { getStatistics } from "#app/services/analytics/get-statistics.server.ts";
import { readPeriod } from "#app/services/analytics/read-period.server.ts";
import { decideSubmission } from "#app/services/submissions/decide-submission.server.ts";
import { withdrawSubmission } from "#app/services/submissions/private-links.server.ts";
import migration from "../../../migrations/20261126-0030-count-truth-states.ts";
import forms from "../../../migrations/20261127-0000-forms.ts";
import { createForm, submitForm, toAccess } from "../../factories/index.ts";
import { expectTotalsToBeTrue } from "../../support/counts.ts";

const queryInterface = sequelize.getQueryInterface();
const query = sequelize.query;
afterEach(async () => {
  sequelize.query = query;
  await migration.up(queryInterface);
});

/** Runs the migration until it dies before the n-th of its statements that match. */
async function runAndDie(pattern: RegExp, count: number): Promise<void> {
  let left = count;
  sequelize.query = ((sql: string, ...rest: []) => {
    if (pattern.test(sql)) left -= 1;
    if (left === 0) throw new Error("killed");
    return query.call(sequelize, sql, ...rest);
  }) as typeof query;
  await expect(migration.up(queryInterface)).rejects.toThrow("killed");
  sequelize.query = query;
}

test("claims of the version before are counted by truth state and in one form, however often it is killed", async () => {
  const form = await createForm();
  const { workspace } = form.owner;
  const { id: workspaceId } = workspace;
  const sources = ["Facebook", "facebook+", "m.facebook.com", "Newsletter", "", "x"];
  const claims = await Promise.all(
    sources.map((source, index) =>
      submitForm(form, {
        pageUrl: `https://example.com/optin?utm_source=${source}&utm_campaign=${index % 2 ? "NOV" : "nov"}`,
      }),
    ),
  );
  const decide = (index: number, input: Partial<SubmissionStatusInput>) =>
    decideSubmission({
      access: toAccess(form.owner),
      submissionId: claims[index]?.id ?? "",
      input: { status: "handled", ...input },
    });
  await decide(0, {});
  await decide(1, { status: "rejected" });
  await decide(2, {});
  await decide(2, { chargedBack: true });
  await decide(3, {});
  await decide(3, { chargedBack: true });
  await decide(3, { amount: "99", currency: "EUR" });
  await withdrawSubmission({ workspaceId, submissionId: claims[4]?.id ?? "" });
  const { days } = await readPeriod(workspace, StatisticsQuery.parse({}));
  const read = async () => presentStatistics(await getStatistics({ workspace, days }), null, []);
  const after = await read();
  expect(after.truth).toMatchObject({ decided: 4, verified: 2, waiting: 1 });
  expect(after.bySource[0]).toMatchObject({ source: "facebook", submissions: 3 });

  await migration.down(queryInterface);
  const before = await Submission.findAll({ attributes: ["source", "campaign"], raw: true });
  expect(new Set(before.map(({ source }) => source))).toEqual(
    new Set(["Facebook", "facebook ", "m.facebook.com", "Newsletter", null, "x"]),
  );
  expect(new Set(before.map(({ campaign }) => campaign))).toEqual(new Set(["nov", "NOV"]));

  await runAndDie(/^CREATE TABLE/, 2);
  await runAndDie(/^UPDATE submissions SET source/, 2);
  await runAndDie(/^INSERT INTO breakdownTotals/, 3);
  await migration.up(queryInterface);
  // Makes the totals of forms, which are of a later version, anew.
  await forms.up(queryInterface);
  expect(await read()).toEqual(after);
  await expectTotalsToBeTrue();
});
