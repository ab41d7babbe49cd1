import { describe, expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { claim } from "#app/database/leases.server.ts";
import { Connection, Delivery, DeliveryAttempt, DomainEvent, Submission } from "#app/models/index.server.ts";
import type { DeliveryResult } from "#app/services/ad-platforms/ad-platform.ts";
import { getDestination } from "#app/services/ad-platforms/credentials.server.ts";
import { createDeliveries } from "#app/services/deliveries/create-deliveries.server.ts";
import { expireDeliveries } from "#app/services/deliveries/expire-deliveries.server.ts";
import {
  type ConnectedDelivery,
  isConnected,
  loadDelivery,
} from "#app/services/deliveries/load-delivery.server.ts";
import { endDelivery, saveOutcome } from "#app/services/deliveries/save-outcome.server.ts";
import { UNKNOWN_TRIES_MAX } from "#app/services/deliveries/unknown-codes.server.ts";
import { withdrawSubmission } from "#app/services/submissions/private-links.server.ts";
import { connectMeta, createForm, submitForm } from "../../factories/index.ts";

const refused: DeliveryResult = {
  outcome: "parked",
  retryAfterMs: null,
  platformCode: "190",
  message: "The token has expired.",
  remedy: "Connect again.",
  traceId: null,
};

/** A handled submission whose delivery is claimed and loaded, but not sent yet. */
async function claimed() {
  const form = await createForm();
  const connection = await connectMeta(form.owner);
  const { id } = await submitForm(form);
  const [lease] = await inTransaction(async (transaction) => {
    const submission = await Submission.findByPk(id, { transaction, rejectOnEmpty: true });
    await submission.update({ status: "handled" }, { transaction });
    await createDeliveries([{ submission, verifiedAmount: "250" }], transaction);
    return claim(Delivery, { submissionId: id }, transaction);
  });
  const loaded = lease ? await loadDelivery(lease) : null;
  if (!lease || !loaded || !isConnected(loaded)) throw new Error("No delivery was claimed.");
  const save = (result: DeliveryResult) =>
    saveOutcome(loaded as ConnectedDelivery, lease, {
      startedAt: new Date(),
      durationMs: 1,
      event: null,
      response: null,
      result,
    });
  const park = () => endDelivery(loaded, lease, { state: "parked", skipReason: null });
  const state = async () => (await Delivery.findByPk(lease.id, { rejectOnEmpty: true })).state;
  return { form, connection, deliveryId: lease.id, submissionId: id, save, park, state };
}

const refusals = () => DomainEvent.count({ where: { type: "connection.refused" } });

describe("refused credential", () => {
  test("a refused credential parks the delivery and its connection", async () => {
    const { connection, save, state } = await claimed();
    await save(refused);
    expect(await state()).toBe("parked");
    expect(await Connection.findByPk(connection.id)).toMatchObject({ status: "invalid" });
    expect(await refusals()).toBe(1);
  });

  test("a refused credential changes nothing once the owner has connected again: the event is sent with the new one", async () => {
    const { form, connection, save, state } = await claimed();
    await connectMeta(form.owner, { accessToken: "another-token", pixelId: connection.assetId });
    await save(refused);
    expect(await state()).toBe("retrying");
    expect(await Connection.findByPk(connection.id)).toMatchObject({ status: "connected" });
    expect(await refusals()).toBe(0);
  });

  test("a refused credential parks nothing that was claimed just before the owner connected again: it would wait for ever", async () => {
    const { form, connection, park, state } = await claimed();
    await connection.update({ status: "invalid" });
    await connectMeta(form.owner, { accessToken: "another-token", pixelId: connection.assetId });
    await park();
    expect(await state()).toBe("retrying");
  });

  test("a refused credential includes one that cannot be decrypted any more", async () => {
    const { connection } = await claimed();
    await connection.update({ credential: "00000000.a.b.c" });
    expect(await getDestination(connection)).toMatchObject({ ok: false, result: { outcome: "parked" } });
  });
});

describe("undocumented code", () => {
  const unknown: DeliveryResult = {
    ...refused,
    outcome: "transient",
    platformCode: "77777",
    isUnknownCode: true,
  };

  /** Another try of the delivery, under a lease of its own. */
  async function tryAgain(deliveryId: string, result: DeliveryResult) {
    const [lease] = await inTransaction(async (transaction) => {
      await Delivery.update({ dueAt: new Date(0) }, { where: { id: deliveryId }, transaction });
      return claim(Delivery, { id: deliveryId }, transaction);
    });
    const loaded = lease ? await loadDelivery(lease) : null;
    if (!lease || !loaded || !isConnected(loaded)) throw new Error("No delivery was claimed.");
    const attempted = { startedAt: new Date(), durationMs: 1, event: null, response: null, result };
    await saveOutcome(loaded, lease, attempted);
  }

  test("an undocumented code is tried a few times, whatever else came between, and then shown as failed", async () => {
    const { deliveryId, save, state } = await claimed();
    await save(unknown);
    await tryAgain(deliveryId, { ...unknown, platformCode: "50000", isUnknownCode: false });
    for (let tries = 2; tries < UNKNOWN_TRIES_MAX; tries += 1) await tryAgain(deliveryId, unknown);
    expect(await state()).toBe("retrying");
    await tryAgain(deliveryId, unknown);
    expect(await state()).toBe("failed");
    const last = await DeliveryAttempt.findOne({ where: { deliveryId, number: UNKNOWN_TRIES_MAX + 1 } });
    expect(last).toMatchObject({ outcome: "permanent", platformCode: "77777" });
    expect(last?.remedy).toContain("Report it to support");
  });
});

describe("event that the platform has, without its result", () => {
  test("an event that the platform has, without its result neither expires nor is skipped while its connection is refused", async () => {
    const { form, deliveryId, submissionId, save, state } = await claimed();
    await save(refused);
    const past = new Date(Date.now() - 1_000);
    await Delivery.update({ receipt: "r-1", sendBefore: past }, { where: { id: deliveryId } });
    await expireDeliveries();
    expect(await state()).toBe("parked");
    await withdrawSubmission({ workspaceId: form.owner.workspace.id, submissionId });
    expect(await state()).toBe("parked");
    await Delivery.update({ receipt: null }, { where: { id: deliveryId } });
    await expireDeliveries();
    expect(await state()).toBe("expired");
  });
});
