import { afterAll, beforeAll, expect, test } from "vitest";
import { Submission } from "#app/models/index.server.ts";
import { connectMeta, createForm, optInBody, signInAs, unique } from "../../factories/index.ts";
import type { App } from "../../servers/app.ts";
import { type SandboxServer, startSandboxServer } from "../../servers/sandbox.ts";
import { type Send, send, type TestResponse } from "../../support/client.ts";
import { letLeasesRunOut } from "../../support/deliver-through-faults.ts";
import { expectAllSent, expectNothingLostOrDoubled } from "../../support/sent-once.ts";
import { startTestApp } from "../../support/start-for-test.ts";

let sandbox: SandboxServer;
beforeAll(async () => {
  sandbox = await startSandboxServer();
});
afterAll(() => sandbox.close());

const start = () => startTestApp({ env: { META_GRAPH_URL: sandbox.url } });

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
  await expectNothingLostOrDoubled(sandbox);
});
