import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Delivery } from "#app/models/index.server.ts";
import { connectMeta, createForm, signInAs, submitForm } from "../../factories/index.ts";
import { type SandboxServer, startSandboxServer } from "../../servers/sandbox.ts";
import { send } from "../../support/client.ts";
import { letLeasesRunOut } from "../../support/deliver-through-faults.ts";
import { eventually } from "../../support/eventually.ts";
import { expectAllSent, expectNothingLostOrDoubled } from "../../support/sent-once.ts";
import { startTestApp, startTestSandbox } from "../../support/start-for-test.ts";

let sandbox: SandboxServer;
beforeAll(async () => {
  sandbox = await startSandboxServer();
});
afterAll(() => sandbox.close());

const start = () => startTestApp({ env: { META_GRAPH_URL: sandbox.url } });

describe("server that is killed", () => {
  test("a server killed between request and response sends the event again under its id, and says so", async () => {
    sandbox.reset();
    const form = await createForm();
    await connectMeta(form.owner, { accessToken: "sandbox-slow-accepts-once" });
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
    expect(sandbox.acceptedIds()).toHaveLength(2);
    expect(await next.kill()).toBe(0);
    await expectNothingLostOrDoubled(sandbox);
  });
});

describe("server that is asked to stop", () => {
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
});
