import { describe, expect, test } from "vitest";
import { DAY } from "#app/lib/dates.ts";
import { newId } from "#app/lib/ids.ts";
import { sha256 } from "#app/lib/random.server.ts";
import { ApiKey, Session } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { SCOPES } from "#app/schemas/scopes.ts";
import { API_KEYS_MAX } from "#app/schemas/shared/limits.ts";
import { createForm, createKey, createOwner, signInAs, submitForm } from "../../factories/index.ts";
import { readAttributes } from "../../support/html.ts";
import { loadApiModules } from "../../support/operations.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const path = "/api/user/api-keys";
const page = "/dashboard/settings/api-keys";
const headers = { "sec-fetch-site": "same-origin" };

describe("POST /api/user/api-keys", () => {
  test("POST /api/user/api-keys creates a key that is shown once and stored as a hash", async () => {
    const owner = await createOwner();
    const { token } = await signInAs(owner);
    const expiresAt = new Date(Date.now() + DAY).toISOString();
    const scopes = ["stats:read", "submissions:read", "submissions:read"];
    const {
      status,
      json,
      headers: responseHeaders,
    } = await site.send(path, {
      token,
      json: { name: " Reports ", scopes, expiresAt },
    });
    expect([status, responseHeaders.get("cache-control")]).toEqual([201, "no-store"]);
    expect(json.key).toMatch(/^att_[\w-]{43}$/);
    expect(json.apiKey).toMatchObject({
      name: "Reports",
      prefix: json.key.slice(0, 12),
      scopes: ["submissions:read", "stats:read"],
      expiresAt,
      lastUsedAt: null,
      revokedAt: null,
    });
    const row = await ApiKey.findOne({ where: { workspaceId: owner.workspace.id }, rejectOnEmpty: true });
    expect(row.keyHash).toBe(sha256(json.key));
    const list = await site.send(path, { token });
    expect(list.json.apiKeys).toEqual([json.apiKey]);
    expect(list.text).not.toContain(json.key);
  });

  test("POST /api/user/api-keys asks for recent authentication", async () => {
    const { token, sessionId } = await signInAs(await createOwner());
    await Session.update({ authenticatedAt: new Date(Date.now() - DAY) }, { where: { id: sessionId } });
    const { status, json } = await site.send(path, { token, json: { name: "x", scopes: ["stats:read"] } });
    expect([status, json.code]).toEqual([403, "reauthentication_required"]);
    expect(await ApiKey.count()).toBe(0);
  });

  test.each<[json: object, message: string]>([
    [{ scopes: ["stats:read"] }, messages.apiKeys.nameRequired],
    [{ name: " ", scopes: ["stats:read"] }, messages.apiKeys.nameRequired],
    [{ name: "x" }, messages.apiKeys.scopeRequired],
    [{ name: "x", scopes: [] }, messages.apiKeys.scopeRequired],
    [{ name: "x", scopes: ["admin"] }, "Please check this value"],
    [
      { name: "x", scopes: ["stats:read"], expiresAt: "2020-01-01T00:00:00.000Z" },
      messages.apiKeys.expiryPast,
    ],
  ])("POST /api/user/api-keys refuses %j", async (json, message) => {
    const { token } = await signInAs(await createOwner());
    const response = await site.send(path, { token, json });
    expect([response.status, response.json.error]).toEqual([400, message]);
  });

  test("POST /api/user/api-keys allows fifty keys, also when two are created at once; a revoked key frees its place", async () => {
    const owner = await createOwner();
    const { token } = await signInAs(owner);
    for (let count = 1; count < API_KEYS_MAX; count++) await createKey(owner, { scopes: ["stats:read"] });
    const make = () => site.send(path, { token, json: { name: "x", scopes: ["stats:read"] } });
    const responses = await Promise.all([make(), make()]);
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(responses.find(({ status }) => status === 409)?.json).toMatchObject({
      code: "too_many_keys",
      error: messages.apiKeys.tooMany,
    });
    const made = responses.find(({ status }) => status === 201)?.json.apiKey.id;
    expect((await site.send(`${path}/${made}`, { method: "DELETE", token })).status).toBe(204);
    expect((await make()).status).toBe(201);
  });
});

describe("key", () => {
  test("a key reaches exactly the calls of its scopes", async () => {
    const form = await createForm();
    const submission = await submitForm(form);
    const modules = await loadApiModules();
    const operations = modules.flatMap(({ loader }) => loader?.operations ?? []);
    const closed = operations.filter(({ auth }) => auth === "user");
    expect(closed.length).toBeGreaterThan(10);
    const keys = await Promise.all(
      SCOPES.map(async (scope) => ({ scope, key: (await createKey(form.owner, { scopes: [scope] })).key })),
    );
    for (const operation of closed) {
      const at = operation.path.replace("{id}", submission.id).replace("{slug}", form.slug);
      const reach = async ({ scope, key }: (typeof keys)[number]) => {
        const body = operation.method === "GET" ? {} : { json: {} };
        const { json, status } = await site.send(at, { method: operation.method, token: key, ...body });
        // Administration hides itself from keys as from everybody else.
        const refusal = operation.roles ? [404, "not_found"] : [403, "scope_missing"];
        const isRefused = status === refusal[0] && json.code === refusal[1];
        expect(`${operation.method} ${at} ${scope} ${isRefused ? "refused" : "reached"}`).toBe(
          `${operation.method} ${at} ${scope} ${operation.action === scope ? "reached" : "refused"}`,
        );
      };
      await Promise.all(keys.map(reach));
    }
  });

  test("a key reads its owner's data only and records when it was used", async () => {
    const [mine, theirs] = [await createForm(), await createForm()];
    const [own, foreign] = [await submitForm(mine), await submitForm(theirs)];
    const { key, apiKey } = await createKey(mine.owner, { scopes: ["submissions:read"] });
    const list = await site.send("/api/optin/dashboard/submissions", { token: key });
    expect(list.json.submissions.map(({ _id }: { _id: string }) => _id)).toEqual([own.id]);
    expect((await site.read(key, foreign.id)).status).toBe(404);
    expect((await ApiKey.findByPk(apiKey.id))?.lastUsedAt).toBeInstanceOf(Date);
  });

  test("a key is refused once revoked or expired", async () => {
    const owner = await createOwner();
    const { token } = await signInAs(owner);
    const { key, apiKey } = await createKey(owner, { scopes: ["submissions:read"] });
    const use = async (each: string) => {
      const { status, json } = await site.send("/api/optin/dashboard/submissions", { token: each });
      return json.error ? [status, json.code, json.error] : status;
    };
    const refused = [401, "invalid_token", messages.auth.keyRefused];
    expect(await use(key)).toBe(200);
    const revoke = (id: string, by = token) => site.send(`${path}/${id}`, { method: "DELETE", token: by });
    const other = await signInAs(await createOwner());
    expect((await revoke(apiKey.id, other.token)).status).toBe(404);
    expect((await revoke(apiKey.id)).status).toBe(204);
    expect(await use(key)).toEqual(refused);
    for (const id of [apiKey.id, newId(), "no id"]) expect((await revoke(id)).status).toBe(404);
    const old = await createKey(owner, {
      scopes: ["submissions:read"],
      expiresAt: new Date(Date.now() + DAY).toISOString(),
    });
    await ApiKey.update({ expiresAt: new Date(Date.now() - 1) }, { where: { id: old.apiKey.id } });
    expect(await use(old.key)).toEqual(refused);
  });
});

describe("page of the keys without script", () => {
  test("the page of the keys without script shows a new key in the response to its form, and never again", async () => {
    const { cookie } = await signInAs(await createOwner());
    const form = { intent: "create", name: "Reports", scopes: "submissions:read", lifetime: "90" };
    const made = await site.send(page, { form, cookie, headers });
    const key = /att_[\w-]{43}/.exec(made.text)?.[0] ?? "";
    expect([made.status, made.headers.get("cache-control"), key.length]).toEqual([201, "no-store", 47]);
    expect(made.headers.getSetCookie().join()).not.toContain(key);
    expect((await site.send("/api/optin/dashboard/submissions", { token: key })).status).toBe(200);
    const again = await site.send(page, { cookie });
    expect([again.text.includes(key), again.text.includes(key.slice(0, 12))]).toEqual([false, true]);
  });

  test("the page of the keys without script creates one key when its form is posted twice, for example by a reload", async () => {
    const owner = await createOwner();
    const { cookie } = await signInAs(owner);
    const { value: onceId = "" } = readAttributes((await site.send(page, { cookie })).text, "input", {
      name: "onceId",
    });
    const form = { intent: "create", name: "Reports", scopes: "submissions:read", lifetime: "90", onceId };
    expect((await site.send(page, { form, cookie, headers })).status).toBe(201);
    const again = await site.send(page, { form, cookie, headers });
    expect([again.status, again.headers.get("location")]).toEqual([303, page]);
    const flash = again.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    expect((await site.send(page, { cookie: `${cookie}; ${flash}` })).text).toContain(
      messages.apiKeys.madeAlready,
    );
    expect(await ApiKey.count({ where: { workspaceId: owner.workspace.id } })).toBe(1);
  });

  test("the page of the keys without script says what is missing and keeps the form's values", async () => {
    const { cookie } = await signInAs(await createOwner());
    const form = { intent: "create", name: "Reports", lifetime: "never" };
    const { status, text } = await site.send(page, { form, cookie, headers });
    expect([status, text.includes(messages.apiKeys.scopeRequired)]).toEqual([400, true]);
    expect(text).toContain('value="Reports"');
  });

  test("the page of the keys without script asks for the password first where the proof is old", async () => {
    const { cookie, sessionId } = await signInAs(await createOwner());
    await Session.update({ authenticatedAt: new Date(Date.now() - DAY) }, { where: { id: sessionId } });
    expect((await site.send(page, { cookie })).text).toContain(messages.auth.proofNeeded);
    const form = { intent: "create", name: "Reports", scopes: "submissions:read", lifetime: "90" };
    const response = await site.send(page, { form, cookie, headers });
    expect([response.status, response.headers.get("location")]).toEqual([
      303,
      "/reauthenticate?returnTo=%2Fdashboard%2Fsettings%2Fapi-keys",
    ]);
    expect(await ApiKey.count()).toBe(0);
    // Back with the proof: what was asked for is here again, and it is said that it is not done.
    const typed = response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    await Session.update({ authenticatedAt: new Date() }, { where: { id: sessionId } });
    const { text } = await site.send(page, { cookie: `${cookie}; ${typed}` });
    expect(text).toContain(messages.apiKeys.notMadeYet);
    expect(readAttributes(text, "input", { name: "name" }).value).toBe("Reports");
    expect(readAttributes(text, "input", { value: "submissions:read" })).toHaveProperty("checked");
    const other = await signInAs(await createOwner());
    expect((await site.send(page, { cookie: `${other.cookie}; ${typed}` })).text).not.toContain(
      messages.apiKeys.notMadeYet,
    );
  });

  test("the page of the keys without script revokes and says so", async () => {
    const owner = await createOwner();
    const { cookie } = await signInAs(owner);
    const { apiKey } = await createKey(owner, { scopes: ["stats:read"] });
    const response = await site.send(page, { form: { intent: "revoke", keyId: apiKey.id }, cookie, headers });
    const flash = response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const { text } = await site.send(page, { cookie: `${cookie}; ${flash}` });
    expect(text).toContain(messages.apiKeys.revoked);
    expect((await ApiKey.findByPk(apiKey.id))?.revokedAt).toBeInstanceOf(Date);
  });
});
