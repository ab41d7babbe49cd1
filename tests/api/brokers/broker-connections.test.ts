import { afterEach, expect, test } from "vitest";
import { DAY } from "#app/lib/dates.ts";
import { BrokerConnection, Session } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { sandboxClients } from "../../../sandbox/brokers/clients.ts";
import { createForm, createKey, createMember, signInAs } from "../../factories/index.ts";
import { send, type TestResponse } from "../../support/client.ts";
import { eventually } from "../../support/eventually.ts";
import { readFlash } from "../../support/flash.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
afterEach(() => sandboxClients.clear());

const BYBIT = { kind: "bybit", credentials: { apiKey: "sandbox-key", apiSecret: "sandbox-secret" } };
const BITGET = {
  kind: "bitget",
  credentials: { ...BYBIT.credentials, passphrase: "sandbox-passphrase" },
};

async function setUp() {
  const form = await createForm();
  const platformId = form.platforms[0]?.id ?? "";
  const { token, cookie } = await signInAs(form.owner);
  const path = `/api/affiliate/${platformId}/connection`;
  const call = (
    method: string,
    json?: object,
    { as = { token } as object, more = "" } = {},
  ): Promise<TestResponse> =>
    send(`${site.app.url}${path}${more}`, { method, ...(json ? { json } : {}), ...as });
  const page = `/dashboard/affiliate-settings/${platformId}/connection`;
  const post = (fields: Record<string, string>) =>
    send(`${site.app.url}${page}`, { form: fields, cookie, headers: { "sec-fetch-site": "same-origin" } });
  const show = (as = cookie, query = "") => send(`${site.app.url}${page}${query}`, { cookie: as });
  return { form, token, cookie, call, post, show, platformId };
}

test("a claim has its evidence within the turns of the jobs, and its page names the API", async () => {
  const { form, token, call } = await setUp();
  const account = "7731001";
  sandboxClients.say({ account, event: "registration", at: Date.now() - 40 * DAY });
  const connected = await call("POST", BITGET);
  expect([connected.status, connected.json.connection.state]).toEqual([200, "ok"]);
  expect(connected.json.connection.triedAt).toBeNull();
  expect(connected.text).not.toContain("sandbox-");
  sandboxClients.say({ account, event: "deposit", amount: 250, at: Date.now() });
  const { json } = await site.submit(form, { reference: account, amount: 250, currency: "USD" });
  await eventually(async () => {
    const { json: shown } = await site.read(token, json.submissionId);
    expect(shown.evidences).toContainEqual(
      expect.objectContaining({ source: "api", group: "certain", connectionId: expect.any(String) }),
    );
  });
  // A list may have said it before the claim was asked about.
  await eventually(async () => {
    const { json: state } = await call("GET");
    expect(state.connection).toMatchObject({ kind: "bitget", state: "ok", asked: 1, answered: 1 });
  });
});

test("a credential that is refused, or does not fit its kind, connects nothing", async () => {
  const { call } = await setUp();
  const refused = await call("POST", {
    ...BYBIT,
    credentials: { apiKey: "sandbox-key", apiSecret: "wrong" },
  });
  expect([refused.status, refused.json.errors?.[0]?.field]).toEqual([400, "apiSecret"]);
  expect(refused.text).not.toContain("wrong");
  expect((await call("POST", { ...BYBIT, kind: "okx" })).status).toBe(400);
  expect((await call("POST", { kind: "bitget", credentials: BYBIT.credentials })).status).toBe(400);
  expect(
    (await call("POST", { ...BYBIT, credentials: { apiKey: "a b", apiSecret: "%00\u0000" } })).status,
  ).toBe(400);
  const spaced = await call("POST", { ...BYBIT, credentials: { ...BYBIT.credentials, apiKey: "a b" } });
  expect(spaced.json.errors?.[0]?.message).toBe(messages.brokerConnections.credentialShape);
  expect((await call("GET")).json).toEqual({ connection: null });
  expect((await call("DELETE")).status).toBe(404);
  expect((await call("POST", undefined, { more: "/check" })).status).toBe(404);
});

test("only owners with a sign-in connect, check and disconnect; members see the state, support nothing", async () => {
  const { form, call, show } = await setUp();
  await call("POST", BYBIT);
  for (const role of ["manager", "checker", "viewer"] as const) {
    const { token, cookie } = await signInAs(await createMember(form.owner, role));
    const as = { token };
    const { status, json } = await call("GET", undefined, { as });
    expect([role, status, json.connection.kind]).toEqual([role, 200, "bybit"]);
    for (const [method, more] of [
      ["POST", ""],
      ["DELETE", ""],
      ["POST", "/check"],
    ] as const)
      expect(
        (await call(method, method === "POST" && more === "" ? BYBIT : undefined, { as, more })).status,
      ).toBe(403);
    const page = await show(cookie);
    expect(page.text).toContain("Only owners check, replace or disconnect it.");
    expect(page.text).not.toContain("API secret");
  }
  const key = await createKey(form.owner);
  const as = { token: key.key };
  expect((await call("GET", undefined, { as })).status).toBe(200);
  expect((await call("POST", BYBIT, { as })).status).toBe(403);
});

test("a check says what is right, and a refused connection goes on once the broker takes the credential", async () => {
  const { call, platformId } = await setUp();
  await call("POST", BYBIT);
  const good = await call("POST", undefined, { more: "/check" });
  expect(
    good.json.checks.map(({ name, state }: { name: string; state: string }) => `${name} ${state}`),
  ).toEqual(["DNS ok", "TLS ok", "Credential ok", "Answer ok", "Clock ok"]);
  await site.sandbox.play("sandbox-key", "expired");
  const bad = await call("POST", undefined, { more: "/check" });
  expect(bad.json.connection).toMatchObject({ state: "refused", next: null });
  expect(bad.json.checks[2]).toMatchObject({ name: "Credential", state: "fault" });
  await site.sandbox.play("sandbox-key", null);
  const again = await call("POST", undefined, { more: "/check" });
  expect(again.json.connection).toMatchObject({ state: "ok", next: expect.any(String) });
  expect((await BrokerConnection.findOne({ where: { platformId }, rejectOnEmpty: true })).state).toBe("on");
});

test("the page connects, checks and disconnects without a script, and shows no secret again", async () => {
  const { post, show } = await setUp();
  const offered = await show(undefined, "?kind=exness");
  expect(offered.text).toContain("Exness has no key that can only read.");
  const wrong = await post({
    intent: "connect",
    kind: "bybit",
    apiKey: "sandbox-key",
    apiSecret: "hidden-secret",
  });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain("the API secret is not of this key");
  expect(wrong.text).not.toContain("hidden-secret");
  const away = await post({
    intent: "connect",
    kind: "bybit",
    ...BYBIT.credentials,
    apiKey: "sandbox-key-500",
  });
  expect([away.status, away.text.includes(messages.brokerConnections.notConnected)]).toEqual([502, true]);
  expect(away.text).toContain("The broker has a fault at the moment.");
  const connected = await post({ intent: "connect", kind: "bybit", ...BYBIT.credentials });
  expect([connected.status, readFlash(connected)]).toEqual([303, messages.brokerConnections.connected]);
  const page = await show();
  expect(page.text).toContain("Not yet tried with a real account");
  expect(page.text).not.toContain('sandbox-secret"');
  const checked = await post({ intent: "check" });
  expect(checked.text).toContain("All checks passed.");
  const gone = await post({ intent: "disconnect" });
  expect([gone.status, readFlash(gone)]).toEqual([303, messages.brokerConnections.disconnected]);
});

test("a login of Exness is taken only with the member's password of just now", async () => {
  const form = await createForm();
  const { token, sessionId } = await signInAs(form.owner);
  await Session.update({ authenticatedAt: new Date(Date.now() - DAY) }, { where: { id: sessionId } });
  const path = `${site.app.url}/api/affiliate/${form.platforms[0]?.id}/connection`;
  const login = { login: "sandbox-partner", password: "sandbox-secret" };
  const refused = await send(path, { method: "POST", token, json: { kind: "exness", credentials: login } });
  expect([refused.status, refused.json.code]).toEqual([403, "reauthentication_required"]);
  const taken = await send(path, {
    method: "POST",
    token,
    json: { kind: "exness", credentials: { token: "sandbox-token" } },
  });
  expect(taken.status).toBe(200);
});
