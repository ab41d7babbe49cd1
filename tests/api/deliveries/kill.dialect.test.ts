import { QueryTypes } from "sequelize";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sequelize } from "#app/database/connection.server.ts";
import { databaseNow } from "#app/database/dialect.server.ts";
import { Delivery, DeliveryAttempt, Submission } from "#app/models/index.server.ts";
import { connectMeta, createForm, optInBody, signInAs, submitForm, unique } from "../../factories/index.ts";
import type { App } from "../../servers/app.ts";
import { type SandboxServer, startSandboxServer } from "../../servers/sandbox.ts";
import { type Send, send, type TestResponse } from "../../support/client.ts";
import { expectTotalsToBeTrue } from "../../support/counts.ts";
import { eventually } from "../../support/eventually.ts";
import { startTestApp, startTestSandbox } from "../../support/start-for-test.ts";

let sandbox: SandboxServer;
beforeAll(async () => {
  sandbox = await startSandboxServer();
});
afterAll(() => sandbox.close());

const start = () => startTestApp({ env: { META_GRAPH_URL: sandbox.url } });

/** The minute of a lease passes: whoever held it is dead. */
const letLeasesRunOut = () =>
  sequelize.query(
    `UPDATE deliveries SET dueAt = ${databaseNow()} WHERE leaseToken IS NOT NULL AND dueAt IS NOT NULL`,
  );

async function expectAllSent(): Promise<void> {
  await eventually(async () => {
    expect(await Delivery.count({ where: { state: "sent" } })).toBe(
      await Submission.count({ where: { status: "handled" } }),
    );
  });
}

async function expectNothingLostOrDoubled(): Promise<void> {
  const handled = await Submission.findAll({
    where: { status: "handled" },
    include: { model: Delivery, as: "deliveries", include: [{ model: DeliveryAttempt, as: "attempts" }] },
  });
  const deliveries = handled.flatMap((submission) => submission.deliveries ?? []);
  // One delivery per handled submission, and as many event ids there as here: none lost, none under two ids.
  expect(deliveries).toHaveLength(handled.length);
  expect(await Delivery.count()).toBe(handled.length);
  expect([...new Set(sandbox.acceptedIds())].sort()).toEqual(deliveries.map(({ eventId }) => eventId).sort());
  expect(handled.every(({ eventStatus }) => eventStatus === "sent")).toBe(true);
  for (const { attempts = [], attemptCount } of deliveries) {
    const numbers = attempts.map(({ number }) => number).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: attemptCount }, (_, index) => index + 1));
  }
  const open = await sequelize.query<{ count: number }>(
    "SELECT COUNT(*) AS count FROM deliveries WHERE leaseToken IS NOT NULL OR dueAt IS NOT NULL",
    { type: QueryTypes.SELECT },
  );
  expect(Number(open[0]?.count)).toBe(0);
  await expectTotalsToBeTrue();
}

describe("server that is killed", () => {
  test("a server killed at any moment loses and duplicates no submission and no event", {
    timeout: 400_000,
  }, async () => {
    const KILLS = 4;
    const form = await createForm();
    await connectMeta(form.owner);
    const { token } = await signInAs(form.owner);
    let running: Promise<App> = start();
    let kills = 0;
    let answersUntilKill = 20;

    const killAndStart = async (app: App) => {
      await app.kill("SIGKILL");
      return start();
    };
    /** As a client does it: what was not answered is sent again, with the key it had. */
    const untilResponse = async (path: string, options: Send): Promise<TestResponse> => {
      for (;;) {
        const app = await running;
        try {
          const response = await send(app.url + path, options);
          answersUntilKill -= 1;
          if (answersUntilKill === 0 && kills < KILLS) {
            kills += 1;
            answersUntilKill = 10 + Math.floor(Math.random() * 60);
            running = killAndStart(app);
          }
          if (response.status !== 503) return response;
        } catch (error) {
          if (!(error instanceof TypeError)) throw error;
          // A connection that was cut tells before the kill itself has returned.
          await running;
        }
      }
    };
    const acknowledged = new Map<string, unknown>();
    const client = async () => {
      while (kills < KILLS || acknowledged.size < 100) {
        const json = optInBody(form, { submissionKey: unique() });
        const submitted = await untilResponse(`/api/optin/${form.slug}/submit`, { json });
        expect(submitted.status).toBe(201);
        const id = submitted.json.submissionId;
        acknowledged.set(id, json.email);
        const decided = await untilResponse(`/api/optin/dashboard/submissions/${id}`, {
          method: "PUT",
          token,
          json: { status: "handled" },
        });
        expect(decided.status).toBe(200);
      }
    };
    await Promise.all(Array.from({ length: 6 }, client));
    await (await running).kill("SIGKILL");
    await letLeasesRunOut();
    const last = await start();
    await expectAllSent();
    expect(await last.kill()).toBe(0);

    const rows = await Submission.findAll({ attributes: ["id", "email", "status"] });
    expect(new Map(rows.map(({ id, email }) => [id, email]))).toEqual(acknowledged);
    expect(rows.every(({ status }) => status === "handled")).toBe(true);
    await expectNothingLostOrDoubled();
  });

  test.each([
    ["hangs", 1],
    ["slow-accepts", 2],
  ])(
    "a server killed between request and response sends the event again under its id, and says so: %s",
    async (fault, times) => {
      sandbox.reset();
      const form = await createForm();
      await connectMeta(form.owner, { accessToken: `sandbox-${fault}-once` });
      const { token } = await signInAs(form.owner);
      const { id } = await submitForm(form);
      const app = await start();
      const path = `/api/optin/dashboard/submissions/${id}`;
      const cutOff = send(app.url + path, { method: "PUT", token, json: { status: "handled" } }).catch(
        () => "cut off",
      );
      await eventually(() => expect(sandbox.events()).toHaveLength(1));
      await app.kill("SIGKILL");
      expect(await cutOff).toBe("cut off");

      await letLeasesRunOut();
      const next = await start();
      await expectAllSent();
      const { json } = await send(next.url + path, { token });
      const [delivery] = json.deliveries;
      expect(delivery.attempts).toMatchObject([
        { number: 1, outcome: "ambiguous", message: "The server stopped before the response was saved." },
        { number: 2, outcome: "accepted" },
      ]);
      expect(sandbox.events().map(({ eventId }) => eventId)).toEqual([delivery.eventId, delivery.eventId]);
      expect(sandbox.acceptedIds()).toHaveLength(times);
      expect(await next.kill()).toBe(0);
      await expectNothingLostOrDoubled();
    },
  );

  test("a server killed with a lease keeps the event from others until the lease expires", async () => {
    sandbox.reset();
    const form = await createForm();
    await connectMeta(form.owner, { accessToken: "sandbox-hangs-once" });
    const { token } = await signInAs(form.owner);
    const { id } = await submitForm(form);
    const app = await start();
    send(`${app.url}/api/optin/dashboard/submissions/${id}`, {
      method: "PUT",
      token,
      json: { status: "handled" },
    }).catch(() => undefined);
    await eventually(() => expect(sandbox.events()).toHaveLength(1));
    await app.kill("SIGKILL");

    const next = await start();
    const other = await createForm();
    await connectMeta(other.owner, { accessToken: "sandbox-500-once" });
    const { id: otherId } = await submitForm(other);
    const { token: otherToken } = await signInAs(other.owner);
    await send(`${next.url}/api/optin/dashboard/submissions/${otherId}`, {
      method: "PUT",
      token: otherToken,
      json: { status: "handled" },
    });
    // The worker has gone round: it took the other's and not this one.
    await eventually(async () =>
      expect(await Delivery.findOne({ where: { submissionId: otherId } })).toMatchObject({ state: "sent" }),
    );
    expect(await Delivery.findOne({ where: { submissionId: id } })).toMatchObject({
      state: "queued",
      leaseToken: expect.any(String),
      attemptCount: 1,
    });
    expect(await next.kill()).toBe(0);
  });
});

describe("server that is asked to stop", () => {
  test("a server stopped under load fails no request, keeps what it acknowledged, and exits with 0", async () => {
    sandbox.reset();
    const form = await createForm();
    await connectMeta(form.owner);
    const { token } = await signInAs(form.owner);
    const app = await start();
    const acknowledged: string[] = [];
    const failures: unknown[] = [];
    let stopped: Promise<number | null> | undefined;
    const client = async () => {
      for (;;) {
        try {
          const submitted = await send(`${app.url}/api/optin/${form.slug}/submit`, { json: optInBody(form) });
          if (submitted.status !== 201) failures.push(submitted);
          acknowledged.push(submitted.json.submissionId);
          if (acknowledged.length === 60) stopped = app.kill("SIGTERM");
          const path = `/api/optin/dashboard/submissions/${submitted.json.submissionId}`;
          const decided = await send(app.url + path, { method: "PUT", token, json: { status: "handled" } });
          if (decided.status !== 200) failures.push(decided);
        } catch (error) {
          const { code } = (error as { cause?: { code?: string } }).cause ?? {};
          // Nobody listens any more: nothing was sent, so nothing failed.
          if (code !== "ECONNREFUSED") failures.push(error);
          return;
        }
      }
    };
    await Promise.all(Array.from({ length: 8 }, client));
    expect(await stopped).toBe(0);
    expect(failures).toEqual([]);
    const stored = await Submission.findAll({ attributes: ["id"] });
    expect(stored.map(({ id }) => id).sort()).toEqual(acknowledged.sort());
    await expectNothingLostOrDoubled();
  });

  test("a server that is asked to stop finishes what it is sending and keeps the response", async () => {
    const slow = await startTestSandbox({ slowMs: 1_000 });
    const form = await createForm();
    await connectMeta(form.owner, { accessToken: "sandbox-slow-accepts" });
    const { token } = await signInAs(form.owner);
    const { id } = await submitForm(form);
    const app = await startTestApp({ env: { META_GRAPH_URL: slow.url } });
    const response = send(`${app.url}/api/optin/dashboard/submissions/${id}`, {
      method: "PUT",
      token,
      json: { status: "handled" },
    });
    await eventually(() => expect(slow.events()).toHaveLength(1));
    expect(await app.kill("SIGTERM")).toBe(0);
    expect((await response).json.eventStatus).toBe("sent");
    expect(await Delivery.findOne({ where: { submissionId: id } })).toMatchObject({
      state: "sent",
      leaseToken: null,
    });
  });

  test("a server that is asked to stop ends even if its log is no longer read", async () => {
    const app = await start();
    app.closeOutput();
    expect((await send(`${app.url}/healthz`)).status).toBe(200);
    expect(await app.kill("SIGTERM")).toBe(0);
  });
});
