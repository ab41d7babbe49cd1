import { beforeEach, describe, expect, test } from "vitest";
import { fromNow } from "#app/database/leases.server.ts";
import { Connection, Delivery, DeliveryAttempt } from "#app/models/index.server.ts";
import { UNKNOWN_TRIES_MAX } from "#app/services/deliveries/unknown-codes.server.ts";
import { sandboxEnvironment } from "../../../sandbox/platforms.ts";
import {
  AD_PLATFORMS,
  connectPlatform,
  createForm,
  type Form,
  signInAs,
  submitForm,
} from "../../factories/index.ts";
import type { App } from "../../servers/app.ts";
import { send } from "../../support/client.ts";
import { expectTotalsToBeTrue } from "../../support/counts.ts";
import { eventually } from "../../support/eventually.ts";
import { serveSite } from "../../support/site.ts";
import { startTestApp } from "../../support/start-for-test.ts";
import { createTier } from "../../support/tiers.ts";

const site = serveSite();
let form: Form;
beforeEach(async () => {
  form = await createForm();
});

type ShownDelivery = {
  platform: string;
  eventId: string;
  state: string;
  attempts: { outcome: string; platformCode: string | null; remedy: string | null }[];
};

/** Marks a submission handled over the API, whose deliveries are read again once none of them moves any more. */
async function decide(app: Pick<App, "url"> = site.app) {
  const { token } = await signInAs(form.owner);
  const { id } = await submitForm(form, { pageUrl: "https://forms.example.com/optin/x?fbclid=IwAR2AbCdEf" });
  const { status, json } = await send(`${app.url}/api/optin/dashboard/submissions/${id}`, {
    method: "PUT",
    token,
    json: { status: "handled" },
  });
  expect(status).toBe(200);
  /** The submission's status follows its deliveries, which are read a moment after it. */
  const settled = (eventStatus: "sent" | "failed") =>
    eventually(async () => {
      const { json: read } = await site.read(token, id);
      expect(read.eventStatus).toBe(eventStatus);
      const deliveries = new Map<string, ShownDelivery>(
        read.deliveries.map((delivery: ShownDelivery) => [delivery.platform, delivery]),
      );
      for (const { state } of deliveries.values()) expect(["sent", "failed", "parked"]).toContain(state);
      return deliveries;
    });
  return { first: json.submission.deliveries as ShownDelivery[], settled };
}

const getOutcomes = (delivery: ShownDelivery | undefined) => delivery?.attempts.map(({ outcome }) => outcome);

describe("one decision with all four platforms connected", () => {
  test("a decision gives four deliveries, each with its own event id and its platform's shape", async () => {
    await Promise.all(AD_PLATFORMS.map((id) => connectPlatform(form.owner, id)));
    await createTier(form.platforms[0]?.id ?? "", { value: "25" });
    // Google's result is due long after the response, so that the file's own app does not ask for it before.
    const env = { ...sandboxEnvironment(site.sandbox.url), RUN_WORKER: "no", DELIVERY_RETRY_SCALE: "1" };
    const { first, settled } = await decide(await startTestApp({ env }));
    expect(Object.fromEntries(first.map(({ platform, state }) => [platform, state]))).toEqual({
      meta: "sent",
      tiktok: "sent",
      snapchat: "sent",
      google: "confirming",
    });
    await Delivery.update({ dueAt: fromNow(0) }, { where: { state: "confirming" } });
    const deliveries = await settled("sent");
    expect([...deliveries.values()].map(({ state }) => state)).toEqual(["sent", "sent", "sent", "sent"]);
    expect(getOutcomes(deliveries.get("google"))).toEqual(["submitted", "accepted"]);

    const eventIds = [...deliveries.values()].map(({ eventId }) => eventId);
    expect(new Set(eventIds).size).toBe(4);
    const received = site.sandbox.events();
    expect(received).toHaveLength(4);
    for (const { platform, eventId, accepted } of received)
      expect([platform, eventId, accepted]).toEqual([platform, deliveries.get(platform)?.eventId, true]);
    const findBody = (id: string) => received.find(({ platform }) => platform === id)?.body;
    expect(findBody("meta")).toMatchObject({
      custom_data: { value: 250, currency: "EUR", net_revenue: 62.5 },
    });
    expect(findBody("tiktok")).toMatchObject({ event: "Purchase", limited_data_use: false });
    expect(findBody("snapchat")).toMatchObject({ event_name: "PURCHASE", action_source: "WEB" });
    expect(findBody("google")).toMatchObject({ consent: { adUserData: "CONSENT_GRANTED" } });
    // The visitor is in Spain.
    expect(findBody("google")).not.toHaveProperty("eventDeviceInfo.ipAddress");
    await expectTotalsToBeTrue();
  });

  test("a decision has four outcomes: what one platform refuses changes nothing at another", async () => {
    await connectPlatform(form.owner, "meta");
    await connectPlatform(form.owner, "tiktok", { accessToken: "sandbox-expired" });
    await connectPlatform(form.owner, "snapchat", { accessToken: "sandbox-bad-event" });
    await connectPlatform(form.owner, "google", { accessToken: "sandbox-result-refused" });
    const deliveries = await (await decide()).settled("sent");
    expect(Object.fromEntries([...deliveries].map(([id, { state }]) => [id, state]))).toEqual({
      meta: "sent",
      tiktok: "parked",
      snapchat: "failed",
      google: "failed",
    });
    expect(deliveries.get("google")?.attempts.at(-1)).toMatchObject({
      platformCode: "FAILED/INVALID_GCLID",
      remedy: expect.stringContaining("Google does not know the click"),
    });
    const invalid = await Connection.findAll({ where: { status: "invalid" } });
    expect(invalid.map(({ adPlatform }) => adPlatform)).toEqual(["tiktok"]);
  });
});

describe.each(["tiktok", "snapchat", "google"] as const)("the worker and %s", (id) => {
  const last = { tiktok: ["accepted"], snapchat: ["accepted"], google: ["submitted", "accepted"] }[id];

  test.each([
    ["500", "transient"],
    ["half", "ambiguous"],
  ])("%s is tried again by itself until the event is there, under one id", async (fault, outcome) => {
    await connectPlatform(form.owner, id, { accessToken: `sandbox-${fault}-once` });
    const deliveries = await (await decide()).settled("sent");
    expect(getOutcomes(deliveries.get(id))).toEqual([outcome, ...last]);
    expect(new Set(site.sandbox.acceptedIds())).toEqual(new Set([deliveries.get(id)?.eventId]));
  });
});

test("an unknown code is given up after a few tries, and shown", async () => {
  await connectPlatform(form.owner, "tiktok", { accessToken: "sandbox-unknown-1" });
  const deliveries = await (await decide()).settled("failed");
  const shown = deliveries.get("tiktok");
  expect(shown?.state).toBe("failed");
  expect(shown?.attempts).toHaveLength(UNKNOWN_TRIES_MAX);
  expect(shown?.attempts.at(-1)?.remedy).toContain("Report it to support");
  expect(await DeliveryAttempt.count()).toBe(UNKNOWN_TRIES_MAX);
});

test("a sign-in at Google that has ended, or is refused early, is renewed before the event leaves; one withdrawn there parks it", async () => {
  const connection = await connectPlatform(form.owner, "google", { expiresAt: new Date(0) });
  const deliveries = await (await decide()).settled("sent");
  expect(deliveries.get("google")?.state).toBe("sent");
  expect((await Connection.findByPk(connection.id))?.credential).not.toBe(connection.credential);

  const refused = await connectPlatform(form.owner, "google", { accessToken: "sandbox-token-expired" });
  expect((await (await decide()).settled("sent")).get("google")?.state).toBe("sent");
  expect((await Connection.findByPk(refused.id))?.credential).not.toBe(refused.credential);

  await connectPlatform(form.owner, "google", { expiresAt: new Date(0) });
  const withdrawn = JSON.stringify({ token: "sandbox-refresh-1", fault: "invalid" });
  await fetch(`${site.sandbox.url}/faults`, { method: "POST", body: withdrawn });
  const parked = await (await decide()).settled("failed");
  expect(parked.get("google")).toMatchObject({
    state: "parked",
    attempts: [{ outcome: "parked", remedy: expect.stringContaining("Connect Google Ads again") }],
  });
});

test("a connection that is deleted while its event waits for the result leaves the others alone", async () => {
  const google = await connectPlatform(form.owner, "google", { accessToken: "sandbox-result-never" });
  await connectPlatform(form.owner, "tiktok");
  const { first } = await decide();
  expect(first.find(({ platform }) => platform === "google")?.state).toBe("confirming");
  await google.destroy();
  await eventually(async () => {
    const states = await Delivery.findAll({ attributes: ["adPlatform", "state"], raw: true });
    expect(Object.fromEntries(states.map(({ adPlatform, state }) => [adPlatform, state]))).toEqual({
      google: "parked",
      tiktok: "sent",
    });
  });
});
