import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { sequelize } from "#app/database/connection.server.ts";
import { newId } from "#app/lib/ids.ts";
import { Delivery, DomainEvent, Submission } from "#app/models/index.server.ts";
import { checkTotals } from "#app/services/submissions/check-totals.server.ts";
import { BATCH_MAX } from "#app/services/submissions/decide-batch.server.ts";
import { withdrawSubmission } from "#app/services/submissions/private-links.server.ts";
import { queueDecision } from "#app/services/submissions/queue-decision.server.ts";
import type { Access } from "#app/services/workspaces/access.server.ts";
import { connectMeta, createForm, submitForm, toAccess } from "../../factories/index.ts";
import { stopIdleApp } from "../../servers/app.ts";

// A transaction that meets one of its own is repeated, and counted again.
beforeAll(stopIdleApp);

/** A decision as somebody makes it in the dashboard. */
const verify = (access: Access, submissionId: string) => ({
  access,
  submissionId,
  input: { status: "handled" as const },
  isInBackground: false,
});

test("decisions of one moment share transactions, and each has its own deliveries", async () => {
  const form = await createForm();
  await connectMeta(form.owner);
  const claims = await Promise.all(Array.from({ length: 30 }, () => submitForm(form)));
  const begun = vi.spyOn(sequelize, "transaction");
  onTestFinished(() => begun.mockRestore());

  const outcomes = await Promise.all(claims.map(({ id }) => queueDecision(verify(toAccess(form.owner), id))));

  expect(begun).toHaveBeenCalledTimes(Math.ceil(claims.length / BATCH_MAX));
  for (const [index, { id }] of claims.entries()) {
    const deliveries = await Delivery.findAll({ where: { submissionId: id } });
    expect(deliveries).toHaveLength(1);
    expect(outcomes[index]).toEqual({ kind: "changed" });
  }
  expect(await Submission.count({ where: { status: "handled" } })).toBe(30);
  expect(await DomainEvent.count({ where: { type: "submission.decided" } })).toBe(30);
  expect(await checkTotals()).toBe(0);
});

test("a claim that may not be decided is refused alone, and no claim is decided twice", async () => {
  const form = await createForm();
  const [first, second, withdrawn] = await Promise.all([
    submitForm(form),
    submitForm(form),
    submitForm(form),
  ]);
  await withdrawSubmission({ workspaceId: form.owner.workspace.id, submissionId: withdrawn.id });
  const ids = [first.id, withdrawn.id, newId(), first.id, second.id];

  const outcomes = await Promise.allSettled(ids.map((id) => queueDecision(verify(toAccess(form.owner), id))));

  expect(outcomes).toMatchObject([
    { value: { kind: "changed" } },
    { reason: { code: "withdrawn" } },
    { reason: { code: "not_found" } },
    { value: { kind: "unchanged" } },
    { value: { kind: "changed" } },
  ]);
  expect(await DomainEvent.count({ where: { type: "submission.decided" } })).toBe(2);
});
