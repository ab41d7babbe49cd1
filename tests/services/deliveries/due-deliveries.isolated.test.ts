import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { release } from "#app/database/leases.server.ts";
import { findDueDeliveries } from "#app/database/queries/due-deliveries.server.ts";
import { MINUTE } from "#app/lib/dates.ts";
import { log } from "#app/lib/log.server.ts";
import { AdPlatformPace } from "#app/models/ad-platform-pace.server.ts";
import { Connection, Delivery, DeliveryAttempt, Submission } from "#app/models/index.server.ts";
import { attemptDelivery } from "#app/services/deliveries/attempt-delivery.server.ts";
import { createDeliveries } from "#app/services/deliveries/create-deliveries.server.ts";
import { connectMeta, createForm, type Form, submitForm } from "../../factories/index.ts";

// One delivery fails here on purpose.
const { level } = log;
beforeAll(() => {
  log.level = "silent";
});
afterAll(() => {
  log.level = level;
});

async function claimDelivery(form: Form) {
  const { id } = await submitForm(form);
  const { leases } = await inTransaction(async (transaction) => {
    const submission = await Submission.findByPk(id, { transaction, rejectOnEmpty: true });
    await submission.update({ status: "handled" }, { transaction });
    return createDeliveries(submission, "250", transaction);
  });
  const [lease] = leases;
  if (!lease) throw new Error("No delivery was claimed.");
  return lease;
}

const findDue = () => findDueDeliveries({ limit: 20, perConnection: 5 });
const ago = (ms: number) => new Date(Date.now() - ms);

test("due deliveries are found the oldest first, and not while the pace of their connection is used up", async () => {
  const form = await createForm();
  const { id: connectionId } = await connectMeta(form.owner);
  const newer = await claimDelivery(form);
  const older = await claimDelivery(form);
  await release(Delivery, [older, newer]);
  await Delivery.update({ createdAt: ago(MINUTE), dueAt: ago(1) }, { where: { id: older.id } });
  await Delivery.update({ dueAt: ago(MINUTE) }, { where: { id: newer.id } });
  expect(await findDue()).toEqual([older.id, newer.id]);

  const pace = await AdPlatformPace.create({ id: connectionId, connectionId, nextAt: ago(-MINUTE) });
  expect(await findDue()).toEqual([]);
  await pace.update({ nextAt: ago(1) });
  expect(await findDue()).toHaveLength(2);
});

test("an error before the call to the ad platform counts as no attempt", async () => {
  const form = await createForm();
  await connectMeta(form.owner);
  const lease = await claimDelivery(form);
  await Connection.update({ adPlatform: "gone" }, { where: { workspaceId: form.owner.workspace.id } });
  await attemptDelivery({ lease, timeoutMs: 1000 });
  expect(await Delivery.findByPk(lease.id)).toMatchObject({
    state: "queued",
    attemptCount: 0,
    leaseToken: null,
  });
  expect(await DeliveryAttempt.count()).toBe(0);
});
