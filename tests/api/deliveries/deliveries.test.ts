import { describe, expect, test } from "vitest";
import { Connection, Delivery, DeliveryAttempt } from "#app/models/index.server.ts";
import { connectMeta, createForm, submitForm } from "../../factories/index.ts";
import { startSandboxServer } from "../../servers/sandbox.ts";
import { retryWhileBusy } from "../../support/busy.ts";
import { send } from "../../support/client.ts";
import { connectOwner } from "../../support/connected-owner.ts";
import { expectTotalsToBeTrue } from "../../support/counts.ts";
import { eventually } from "../../support/eventually.ts";
import { serveSite } from "../../support/site.ts";
import { startTestApp } from "../../support/start-for-test.ts";

const site = serveSite();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const ownerWith = (accessToken: string) => connectOwner(site, accessToken);

async function unreachableUrl(): Promise<string> {
  const sandbox = await startSandboxServer();
  await sandbox.close();
  return sandbox.url;
}

const outcomes = (delivery: { attempts: { outcome: string }[] }) =>
  delivery.attempts.map(({ outcome }) => outcome);

describe("event that meets a passing fault", () => {
  test.each([
    ["rate-limited", "4"],
    ["limit-17", "17/2446079"],
    ["429", null],
    ["unknown-1", "1/99"],
    ["transient-2", "2"],
    ["500", null],
    ["html-200", null],
    ["empty-200", null],
    ["oversized-200", null],
    ["200-with-error", "2"],
    ["policy", "368"],
  ])("%s is tried again by itself until it is sent, once and under one id", async (fault, platformCode) => {
    const { handle, sent } = await ownerWith(`sandbox-${fault}-once`);
    const { id, eventStatus, delivery } = await handle();
    expect(eventStatus).toBe("failed");
    const after = await sent(id);
    expect(after.attempts[0]).toMatchObject({
      number: 1,
      outcome: "transient",
      platformCode,
      message: expect.any(String),
      remedy: expect.any(String),
    });
    expect(after).toMatchObject({ state: "sent", eventId: delivery.eventId, nextAttemptAt: null });
    expect(outcomes(after)).toEqual(["transient", "accepted"]);
    expect(site.sandbox.acceptedIds()).toEqual([delivery.eventId]);
    await expectTotalsToBeTrue();
  });

  test("a lasting failure is retried until the window closes", async () => {
    const { handle, sent, connection } = await ownerWith("sandbox-token");
    await site.sandbox.play(connection.assetId, "500", 4);
    const { id } = await handle();
    expect(outcomes(await sent(id))).toEqual([...Array(4).fill("transient"), "accepted"]);
  });

  test("a limit pauses the whole connection until it is over", async () => {
    const { handle, sent, connection } = await ownerWith("sandbox-rate-limited-once");
    const { id } = await handle();
    await sent(id);
    const { attempts } = await Delivery.findOne({
      where: { submissionId: id },
      include: { model: DeliveryAttempt, as: "attempts" },
    }).then((row) => row ?? { attempts: [] });
    const [first, second] = (attempts ?? []).sort((a, b) => a.number - b.number);
    // It asks for a minute, which is 60 ms here.
    expect((second?.at.getTime() ?? 0) - (first?.at.getTime() ?? 0)).toBeGreaterThanOrEqual(60);
    await eventually(async () =>
      expect(await Connection.findByPk(connection.id)).toMatchObject({
        status: "connected",
        pausedUntil: null,
        lastAcceptedAt: expect.any(Date),
      }),
    );
  });

  test("an unreachable platform has got nothing, and the event is sent once it is back", async () => {
    // Its jobs do not run, or it would claim the delivery again and again before the other server does.
    const app = await startTestApp({ env: { META_GRAPH_URL: await unreachableUrl(), RUN_WORKER: "no" } });
    const { form, token, readDelivery } = await ownerWith("sandbox-token");
    const { id } = await submitForm(form);
    const response = await send(`${app.url}/api/optin/dashboard/submissions/${id}`, {
      method: "PUT",
      token,
      json: { status: "handled" },
    });
    expect(response.json.eventStatus).toBe("failed");
    // This file's own app, which reaches its sandbox, sends what the other could not.
    await eventually(async () => expect((await readDelivery(id)).state).toBe("sent"));
    expect((await readDelivery(id)).attempts[0]).toMatchObject({
      outcome: "transient",
      message: "Not sent: ECONNREFUSED",
    });
    expect(site.sandbox.acceptedIds()).toHaveLength(1);
    expect(await app.kill()).toBe(0);
  });
});

describe("event whose answer is lost", () => {
  test.each(["half", "reset"])(
    "%s may be there: it is sent again under the same id, and marked so",
    async (fault) => {
      const { handle, sent } = await ownerWith(`sandbox-${fault}-once`);
      const { id, eventStatus, delivery } = await handle();
      expect(eventStatus).toBe("failed");
      const after = await sent(id);
      expect(outcomes(after)).toEqual(["ambiguous", "accepted"]);
      expect(after.attempts[0].remedy).toContain("with the same ID");
      expect(site.sandbox.acceptedIds()).toEqual([delivery.eventId, delivery.eventId]);
      await expectTotalsToBeTrue();
    },
  );

  test("a decision with a silent platform responds to the owner within five seconds", async () => {
    const { handle, sent } = await ownerWith("sandbox-hangs-once");
    const { id, eventStatus, delivery } = await handle();
    expect(eventStatus).toBe("failed");
    const after = await sent(id);
    expect(after.attempts[0]).toMatchObject({
      httpStatus: null,
      message: "No complete response: TIMEOUT",
    });
    // 4.5 s and what a loaded machine adds; in the background it would wait for 20 s.
    expect(after.attempts[0].durationMs).toBeLessThan(15_000);
    expect(outcomes(after)).toEqual(["ambiguous", "accepted"]);
    expect(site.sandbox.acceptedIds()).toEqual([delivery.eventId]);
  });
});

describe("connection that the platform refuses", () => {
  test.each([
    ["expired", "190/463"],
    ["invalid", "190"],
    ["no-permission", "200"],
    ["wrong-pixel", "100/33"],
    ["old-version", "2635"],
  ])(
    "%s parks its events; connected again they go out by themselves under the ids they had",
    async (fault, platformCode) => {
      const { form, connection, handle, readDelivery, sent, ended, token } = await ownerWith(
        `sandbox-${fault}`,
      );
      const first = await handle();
      expect(first.eventStatus).toBe("failed");
      const parked = await ended(first.id, "parked");
      expect(parked).toMatchObject({
        nextAttemptAt: null,
        attempts: [{ outcome: "parked", platformCode, remedy: expect.stringContaining("Meta") }],
      });
      expect(await Connection.findByPk(connection.id)).toMatchObject({
        status: "invalid",
        lastError: parked.attempts[0].remedy,
      });
      // Known to be refused: the next one is not even tried.
      const second = await handle();
      expect(second.delivery).toMatchObject({ state: "parked", attempts: [] });
      const waiting = await submitForm(form);

      await connectMeta(form.owner, { pixelId: connection.assetId });
      const after = [await sent(first.id), await sent(second.id)];
      expect(after.map(({ eventId }) => eventId)).toEqual([first.delivery.eventId, second.delivery.eventId]);
      expect(after.map(outcomes)).toEqual([["parked", "accepted"], ["accepted"]]);
      expect((await site.decide(token, waiting.id, { status: "handled" })).json.eventStatus).toBe("sent");
      expect(site.sandbox.acceptedIds()).toHaveLength(3);
      expect((await readDelivery(waiting.id)).state).toBe("sent");
      await expectTotalsToBeTrue();
    },
  );

  test("a connection that the platform refuses parks deliveries that wait for their next attempt too", async () => {
    const { handle, readDelivery, connection } = await ownerWith("sandbox-token");
    await site.sandbox.play(connection.assetId, "500", 3);
    const first = await handle();
    await site.sandbox.play(connection.assetId, "expired");
    await eventually(async () => expect((await readDelivery(first.id)).state).toBe("parked"));
    expect(site.sandbox.acceptedIds()).toEqual([]);
  });

  test("a connection that the platform refuses stores its credential encrypted", async () => {
    const secret = "EAA-nobody-may-read-this";
    const { connection, handle, token, id } = await ownerWith(secret).then(async (owner) => ({
      ...owner,
      ...(await owner.handle()),
    }));
    expect(connection.credential).not.toContain(secret);
    expect(connection.tokenEnding).toBe(secret.slice(-4));
    const { text } = await site.read(token, id);
    await handle();
    expect(text).not.toContain(secret);
    expect(site.app.output()).not.toContain(secret);
    const [{ body } = { body: null }] = site.sandbox.events();
    expect(JSON.stringify(body)).not.toContain(secret);
  });
});

describe("event that the platform refuses for good", () => {
  test.each([
    ["bad-event", "100/2804050", "The event says too little about the visitor"],
    ["translated", "100/2804050", "The event says too little about the visitor"],
  ])(
    "%s has failed, with the platform's words and a remedy, and is not retried by itself",
    async (fault, platformCode, remedy) => {
      const { handle, readDelivery, ended } = await ownerWith(`sandbox-${fault}`);
      const { id, eventStatus } = await handle();
      expect(eventStatus).toBe("failed");
      expect(await ended(id, "failed")).toMatchObject({
        nextAttemptAt: null,
        attempts: [
          {
            outcome: "permanent",
            platformCode,
            message: expect.any(String),
            remedy: expect.stringContaining(remedy),
          },
        ],
      });
      // Another owner's event takes the whole way of being tried again meanwhile.
      const other = await ownerWith("sandbox-500-once");
      await other.sent((await other.handle()).id);
      expect((await readDelivery(id)).attempts).toHaveLength(1);
      await expectTotalsToBeTrue();
    },
  );

  test("an event that the platform refuses for good does not affect other events", async () => {
    const { form, connection, token } = await ownerWith("sandbox-token");
    const submissions = await Promise.all(Array.from({ length: 8 }, () => submitForm(form)));
    await site.sandbox.play(connection.assetId, "bad-event", 1);
    const responses = await Promise.all(
      submissions.map(({ id }) => retryWhileBusy(() => site.decide(token, id, { status: "handled" }))),
    );
    expect(responses.map(({ json }) => json.eventStatus).sort()).toEqual([
      "failed",
      ...Array(7).fill("sent"),
    ]);
    expect(site.sandbox.acceptedIds()).toHaveLength(7);
    await expectTotalsToBeTrue();
  });

  test("a refused event can be sent again under its id, by its owner only and not twice", async () => {
    const { handle, readDelivery, connection, cookie } = await ownerWith("sandbox-token");
    await site.sandbox.play(connection.assetId, "bad-event", 1);
    const { id, delivery } = await handle();
    const resend = (asCookie: string) =>
      site.send("/dashboard/submissions", {
        form: { intent: "resend", deliveryId: delivery.id },
        cookie: asCookie,
        headers: { "sec-fetch-site": "same-origin" },
      });
    const stranger = await ownerWith("sandbox-token");
    expect((await resend(stranger.cookie)).status).toBe(404);
    expect((await resend(cookie)).status).toBe(303);
    const after = await readDelivery(id);
    expect(after).toMatchObject({ state: "sent", eventId: delivery.eventId });
    expect(outcomes(after)).toEqual(["permanent", "accepted"]);
    expect((await resend(cookie)).status).toBe(303);
    expect(site.sandbox.acceptedIds()).toEqual([delivery.eventId]);
    await expectTotalsToBeTrue();
  });
});

describe("event whose time runs out", () => {
  test("an event whose time runs out while it waits is expired and never sent", async () => {
    const { handle, readDelivery, connection } = await ownerWith("sandbox-token-expired");
    const { id, delivery } = await handle();
    await Delivery.update({ sendBefore: new Date(Date.now() - 1_000) }, { where: { id: delivery.id } });
    await eventually(async () => expect((await readDelivery(id)).state).toBe("expired"));
    await connectMeta((await createForm()).owner);
    expect(await Connection.findByPk(connection.id)).toMatchObject({ status: "invalid" });
    expect(site.sandbox.acceptedIds()).toEqual([]);
    await expectTotalsToBeTrue();
  });

  test("an event without time for another try is expired at once", async () => {
    const { form, token, readDelivery, connection } = await ownerWith("sandbox-token");
    await site.sandbox.play(connection.assetId, "500");
    // Half a minute before its end: the next try would need a lease of a minute.
    const { id } = await submitForm(form, { now: new Date(Date.now() - 7 * 24 * HOUR + HOUR + MINUTE / 2) });
    await site.decide(token, id, { status: "handled" });
    await eventually(async () => expect(["expired", "retrying"]).toContain((await readDelivery(id)).state));
    await Delivery.update({ sendBefore: new Date(Date.now() - 1_000) }, { where: { submissionId: id } });
    await eventually(async () => expect((await readDelivery(id)).state).toBe("expired"));
  });
});
