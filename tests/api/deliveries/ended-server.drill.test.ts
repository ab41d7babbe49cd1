import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Delivery, Submission } from "#app/models/index.server.ts";
import { connectMeta, createForm, optInBody, signInAs, submitForm } from "../../factories/index.ts";
import { type SandboxServer, startSandboxServer } from "../../servers/sandbox.ts";
import { send } from "../../support/client.ts";
import { eventually } from "../../support/eventually.ts";
import { expectNothingLostOrDoubled } from "../../support/sent-once.ts";
import { startTestApp } from "../../support/start-for-test.ts";

let sandbox: SandboxServer;
beforeAll(async () => {
  sandbox = await startSandboxServer();
});
afterAll(() => sandbox.close());

const start = () => startTestApp({ env: { META_GRAPH_URL: sandbox.url } });

describe("server that is killed", () => {
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
    await expectNothingLostOrDoubled(sandbox);
  });

  test("a server that is asked to stop ends even if its log is no longer read", async () => {
    const app = await start();
    app.closeOutput();
    expect((await send(`${app.url}/healthz`)).status).toBe(200);
    expect(await app.kill("SIGTERM")).toBe(0);
  });
});
