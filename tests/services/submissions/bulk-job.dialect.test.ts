import { expect, test } from "vitest";
import { BulkJob, BulkJobItem, Submission } from "#app/models/index.server.ts";
import { createBulkJob } from "#app/services/bulk/create-bulk-job.server.ts";
import { decideMany } from "#app/services/bulk/decide-many.server.ts";
import { connectMeta, createForm, submitForm } from "../../factories/index.ts";
import { stopIdleApp } from "../../servers/app.ts";
import { expectTotalsToBeTrue } from "../../support/counts.ts";
import { eventually } from "../../support/eventually.ts";
import { startTestApp } from "../../support/start-for-test.ts";

test("a job whose process is killed goes on in the next one, and decides nothing twice", async () => {
  const form = await createForm();
  await Promise.all(Array.from({ length: 150 }, () => submitForm(form)));
  const { workspace, id: userId } = form.owner;
  // It would do the job before one is killed.
  await stopIdleApp();
  const result = await decideMany({
    workspace,
    userId,
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

test("a job ends although some claims fail for a reason that nobody knows", async () => {
  const form = await createForm();
  const connection = await connectMeta(form.owner);
  // It would do the job too, and is another test's.
  await stopIdleApp();
  await Promise.all([submitForm(form), submitForm(form)]);
  await connection.update({ adPlatform: "nowhere" });
  const { id } = await createBulkJob({
    workspaceId: form.owner.workspace.id,
    userId: form.owner.id,
    kind: "decide",
    decision: { status: "handled" },
    where: { formId: form.id },
  });

  await startTestApp();

  await eventually(async () => expect((await BulkJob.findByPk(id))?.state).toBe("done"));
  expect(await BulkJobItem.count({ where: { jobId: id, outcome: "failed" } })).toBe(2);
  expect(await Submission.count({ where: { formId: form.id, status: "pending" } })).toBe(2);
});
