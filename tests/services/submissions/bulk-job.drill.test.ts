import { afterEach, expect, test, vi } from "vitest";
import { BulkJob, BulkJobItem, Submission } from "#app/models/index.server.ts";
import { decideSelection } from "#app/services/bulk/decide-selection.server.ts";
import { createForm, submitForm, toAccess } from "../../factories/index.ts";
import { expectTotalsToBeTrue } from "../../support/counts.ts";
import { eventually } from "../../support/eventually.ts";
import { startTestApp } from "../../support/start-for-test.ts";

afterEach(() => vi.restoreAllMocks());

test("a job of a killed process continues in the next one, and decides nothing twice", async () => {
  const form = await createForm();
  await Promise.all(Array.from({ length: 150 }, () => submitForm(form)));
  const { workspace } = form.owner;
  const access = toAccess(form.owner);
  const result = await decideSelection({
    workspace,
    access,
    selection: { filter: {} },
    decision: { status: "handled" },
  });
  expect(result).toHaveProperty("job");
  const first = await startTestApp();
  await eventually(async () =>
    expect(await BulkJobItem.count({ where: { outcome: "changed" } })).toBeGreaterThan(0),
  );
  await first.kill("SIGKILL");
  // The lease of the killed process runs out.
  await BulkJob.update({ dueAt: new Date(0) }, { where: { state: "queued" } });

  await startTestApp();

  await eventually(async () => expect(await BulkJob.count({ where: { state: "done" } })).toBe(1));
  expect(await BulkJobItem.count({ where: { outcome: "changed" } })).toBe(150);
  expect(await Submission.count({ where: { status: "handled", version: 2 } })).toBe(150);
  await expectTotalsToBeTrue();
});
