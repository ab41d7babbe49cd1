import { afterEach, expect, test, vi } from "vitest";
import { claimDue } from "#app/database/leases.server.ts";
import { log } from "#app/lib/log.server.ts";
import { BulkJob, BulkJobItem, Submission } from "#app/models/index.server.ts";
import { createBulkJob } from "#app/services/bulk/create-bulk-job.server.ts";
import { decideSelection } from "#app/services/bulk/decide-selection.server.ts";
import { runBulkJob } from "#app/services/bulk/run-bulk-job.server.ts";
import { undoBulk } from "#app/services/bulk/undo-bulk.server.ts";
import { connectMeta, createForm, type Form, submitForm, toAccess } from "../../factories/index.ts";

afterEach(() => vi.restoreAllMocks());

/** Rejects all claims of a form at once, as the job that can be undone. */
async function rejectAll({ owner }: Form) {
  const { workspace } = owner;
  const access = toAccess(owner);
  const decision = { status: "rejected" as const };
  await decideSelection({ workspace, access, selection: { filter: {} }, decision });
  const job = await BulkJob.findOne({ where: { kind: "decide" }, rejectOnEmpty: true });
  return { job, undo: () => undoBulk({ access, jobId: job.id }) };
}

test("a job ends although some claims fail for an unknown reason", async () => {
  const form = await createForm();
  const connection = await connectMeta(form.owner);
  await Promise.all([submitForm(form), submitForm(form)]);
  await connection.update({ adPlatform: "nowhere" });
  const { id } = await createBulkJob({
    access: toAccess(form.owner),
    kind: "decide",
    decision: { status: "handled" },
    where: { formId: form.id },
  });

  vi.spyOn(log, "error").mockImplementation(() => {});
  const claim = () => claimDue(BulkJob, { id: [id], state: "queued" });
  for (let [lease] = await claim(); lease; [lease] = await claim()) {
    await runBulkJob(lease, () => false);
    // The pause before the next attempt ends.
    await BulkJob.update({ dueAt: new Date(0) }, { where: { state: "queued" } });
  }

  expect((await BulkJob.findByPk(id))?.state).toBe("done");
  expect(await BulkJobItem.count({ where: { jobId: id, outcome: "failed" } })).toBe(2);
  expect(await Submission.count({ where: { formId: form.id, status: "pending" } })).toBe(2);
});

test("a bulk decision can be undone once more after its undo failed halfway", async () => {
  const form = await createForm();
  await Promise.all([submitForm(form), submitForm(form)]);
  const { undo } = await rejectAll(form);
  // Both together, then one of them alone.
  const failed = new Error("failed");
  vi.spyOn(Submission, "update").mockRejectedValueOnce(failed).mockRejectedValueOnce(failed);

  await expect(undo()).rejects.toThrow("failed");

  expect(await undo()).toMatchObject({ errors: [] });
  expect(await Submission.count({ where: { formId: form.id, status: "pending" } })).toBe(2);
  await expect(undo()).rejects.toThrow("undone already");
});

test("a bulk decision can be undone once more if its job could not be stored", async () => {
  const form = await createForm();
  await Promise.all(Array.from({ length: 100 }, () => submitForm(form)));
  const { job, undo } = await rejectAll(form);
  const late = await submitForm(form);
  await late.update({ status: "rejected", handledAt: job.finishedAt });
  await BulkJobItem.create({
    jobId: job.id,
    submissionId: late.id,
    workspaceId: job.workspaceId,
    outcome: "changed",
  });
  vi.spyOn(BulkJob, "create").mockRejectedValueOnce(new Error("failed"));

  await expect(undo()).rejects.toThrow("failed");

  expect(await undo()).toEqual({ job: { id: expect.any(String), total: 101 } });
});

test("claims are not decided together if the decision could not be undone", async () => {
  const form = await createForm();
  await Promise.all([submitForm(form), submitForm(form)]);
  vi.spyOn(BulkJobItem, "bulkCreate").mockRejectedValue(new Error("failed"));
  vi.spyOn(log, "error").mockImplementation(() => {});
  const { workspace } = form.owner;
  const access = toAccess(form.owner);
  const decision = { status: "rejected" as const };

  const result = await decideSelection({ workspace, access, selection: { filter: {} }, decision });

  expect(result).toMatchObject({ updated: 0, errors: [{}, {}] });
  expect(await Submission.count({ where: { formId: form.id, status: "pending" } })).toBe(2);
});

test("a bulk decision is one job, whichever transactions it takes", async () => {
  const form = await createForm();
  await Promise.all(Array.from({ length: 50 }, () => submitForm(form)));

  const { job, undo } = await rejectAll(form);

  expect(await BulkJob.count()).toBe(1);
  expect([job.total, await BulkJobItem.count({ where: { jobId: job.id } })]).toEqual([50, 50]);
  expect(await undo()).toEqual({ updated: 50, errors: [] });
});
