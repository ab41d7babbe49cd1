import { beforeEach, expect, test } from "vitest";
import { HOUR } from "#app/lib/dates.ts";
import { newId } from "#app/lib/ids.ts";
import { Delivery, DomainEvent, type Submission } from "#app/models/index.server.ts";
import { warnOfExpiry } from "#app/services/deliveries/warn-of-expiry.server.ts";
import { createForm, type Form, submitForm } from "../../factories/index.ts";

let form: Form;
const now = new Date();
beforeEach(async () => {
  form = await createForm();
});

async function deliveryWith(hoursLeft: number, state: "parked" | "retrying" = "parked"): Promise<Delivery> {
  const { id: submissionId, workspaceId, createdAt }: Submission = await submitForm(form);
  return Delivery.create({
    submissionId,
    workspaceId,
    connectionId: null,
    adPlatform: "meta",
    eventId: newId(),
    state,
    dueAt: null,
    leaseToken: null,
    attemptCount: 1,
    transientCount: 0,
    sendBefore: new Date(now.getTime() + hoursLeft * HOUR),
    createdAt,
    updatedAt: createdAt,
  });
}

const warnings = async () =>
  (await DomainEvent.findAll({ where: { type: "deliveries.expiring" }, order: [["id", "ASC"]] })).map(
    ({ payload }) => JSON.parse(payload),
  );

test("parked events are reported 24 and 8 hours before they are too late, each once", async () => {
  const [first] = [await deliveryWith(23), await deliveryWith(30), await deliveryWith(60)];
  await deliveryWith(5, "retrying");
  await warnOfExpiry(now);
  await warnOfExpiry(now);
  // What follows soon is in the same warning.
  expect(await warnings()).toEqual([
    { adPlatform: "meta", count: 2, firstAt: first.sendBefore.toISOString() },
  ]);
  await warnOfExpiry(new Date(now.getTime() + 16 * HOUR));
  expect((await warnings()).map(({ count }) => count)).toEqual([2, 2]);
  await Delivery.update({ state: "sent" }, { where: {} });
  await warnOfExpiry(new Date(now.getTime() + 40 * HOUR));
  expect(await warnings()).toHaveLength(2);
});

test("events of both warnings that are due at once share one report", async () => {
  const [first] = [await deliveryWith(5), await deliveryWith(20)];
  await warnOfExpiry(now);
  expect(await warnings()).toEqual([
    { adPlatform: "meta", count: 2, firstAt: first.sendBefore.toISOString() },
  ]);
  await warnOfExpiry(now);
  expect(await warnings()).toHaveLength(1);
  // The second of them still gets its warning of 8 hours.
  await warnOfExpiry(new Date(now.getTime() + 13 * HOUR));
  expect((await warnings()).map(({ count }) => count)).toEqual([2, 1]);
});
