import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { claim, claimDue, type Lease, release } from "#app/database/leases.server.ts";
import { findDueDeliveries } from "#app/database/queries/due-deliveries.server.ts";
import { MINUTE } from "#app/lib/dates.ts";
import { log } from "#app/lib/log.server.ts";
import { AdPlatformPace } from "#app/models/ad-platform-pace.server.ts";
import { Connection, Delivery, DeliveryAttempt, Submission } from "#app/models/index.server.ts";
import { attemptDelivery } from "#app/services/deliveries/attempt-delivery.server.ts";
import { createDeliveries } from "#app/services/deliveries/create-deliveries.server.ts";
import { isConnected, loadDelivery } from "#app/services/deliveries/load-delivery.server.ts";
import { saveOutcome } from "#app/services/deliveries/save-outcome.server.ts";
import { connectMeta, connectPlatform, createForm, type Form, submitForm } from "../../factories/index.ts";

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
  const [lease] = await inTransaction(async (transaction) => {
    const submission = await Submission.findByPk(id, { transaction, rejectOnEmpty: true });
    await submission.update({ status: "handled" }, { transaction });
    await createDeliveries([{ submission, verifiedAmount: "250" }], transaction);
    return claim(Delivery, { submissionId: id }, transaction);
  });
  if (!lease) throw new Error("No delivery was claimed.");
  return lease;
}

/** The platform could not take it this time. */
async function save(lease: Lease | undefined, { retryAfterMs }: { retryAfterMs: number | null }) {
  const loaded = lease ? await loadDelivery(lease) : null;
  if (!lease || !loaded || !isConnected(loaded)) throw new Error("No delivery was claimed.");
  const details = { platformCode: "2", message: null, remedy: null, traceId: null };
  await saveOutcome(loaded, lease, {
    startedAt: new Date(),
    durationMs: 1,
    event: null,
    response: null,
    result: { ...details, outcome: "transient", retryAfterMs },
  });
}

const most = { connectionId: 5, adPlatform: 10, workspaceId: 10 };
const findDue = async () => (await findDueDeliveries({ limit: 20, most })).map(({ id }) => id);
const toPlace = ({ id: connectionId, workspaceId, adPlatform }: Connection) => ({
  connectionId,
  workspaceId,
  adPlatform,
});
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

test("an ad platform that hangs leaves room for the others, however many owners it has", async () => {
  const hanging = await Promise.all([createForm(), createForm(), createForm()]);
  const connections = await Promise.all(hanging.map(({ owner }) => connectMeta(owner)));
  for (const form of hanging) await release(Delivery, [await claimDelivery(form)]);
  const other = await createForm();
  await connectPlatform(other.owner, "tiktok");
  const [tiktok] = [await claimDelivery(other)];
  await release(Delivery, [tiktok]);
  const underWay = connections.slice(0, 2).map(toPlace);

  const find = (adPlatform: number) =>
    findDueDeliveries({ limit: 20, most: { ...most, adPlatform }, underWay });
  const due = await find(2);
  expect(due.map(({ id, adPlatform }) => [id, adPlatform])).toEqual([[tiktok.id, "tiktok"]]);
  const roomForOne = await find(3);
  expect(roomForOne.map(({ adPlatform }) => adPlatform).sort()).toEqual(["meta", "tiktok"]);
});

test("a workspace whose ad platforms hang leaves room for the others", async () => {
  const [hanging, other] = [await createForm(), await createForm()];
  const underWay = [
    toPlace(await connectMeta(hanging.owner)),
    toPlace(await connectPlatform(hanging.owner, "tiktok")),
  ];
  await connectMeta(other.owner);
  for (const form of [hanging, other]) {
    const { submissionId } = await Delivery.findByPk((await claimDelivery(form)).id, { rejectOnEmpty: true });
    await Delivery.update({ leaseToken: null, dueAt: ago(1) }, { where: { submissionId } });
  }
  const find = async (workspaceId: number) =>
    (await findDueDeliveries({ limit: 20, most: { ...most, workspaceId }, underWay }))
      .map((one) => one.workspaceId)
      .sort();
  expect(await find(2)).toEqual([other.owner.workspace.id]);
  const ids = [hanging.owner.workspace.id, other.owner.workspace.id];
  expect(await find(3)).toEqual(ids.sort());
});

test("only the oldest delivery of a backlog is due, until its attempt is over", async () => {
  const form = await createForm();
  const connection = await connectMeta(form.owner);
  const parked = [await claimDelivery(form), await claimDelivery(form), await claimDelivery(form)];
  const [first, second, third] = parked.map(({ id }) => id);
  await Delivery.update({ state: "parked", dueAt: null, leaseToken: null }, { where: {} });
  await connectMeta(form.owner, { accessToken: "another-token", pixelId: connection.assetId });
  expect(await findDue()).toEqual([first]);

  const [lease] = await claimDue(Delivery, { id: [first ?? ""], state: "retrying" });
  expect(await findDue()).toEqual([]);
  const fresh = await claimDelivery(form);
  await release(Delivery, [fresh]);
  expect(await findDue()).toEqual([fresh.id]);

  await save(lease, { retryAfterMs: null });
  await Delivery.update({ dueAt: ago(-MINUTE) }, { where: { id: first } });
  expect(await findDue()).toEqual([second, fresh.id]);

  const [limited] = await claimDue(Delivery, { id: [second ?? ""], state: "retrying" });
  await save(limited, { retryAfterMs: MINUTE });
  await Connection.update({ pausedUntil: null }, { where: { id: connection.id } });
  await Delivery.update({ dueAt: ago(-MINUTE) }, { where: { id: second } });
  expect(await findDue()).toEqual([fresh.id]);
  await Delivery.update({ dueAt: ago(1) }, { where: { id: second } });
  expect(await findDue()).toEqual([second, fresh.id]);
  await Delivery.update({ state: "expired", dueAt: null }, { where: { id: second } });
  expect(await findDue()).toEqual([third, fresh.id]);
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
