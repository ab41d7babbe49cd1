import { createHash } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { describe, expect, test } from "vitest";
import { config } from "#app/env.server.ts";
import { Session, type User } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { endSession } from "#app/services/auth/sessions/sessions.server.ts";
import { issueFormToken } from "#app/services/opt-in-forms/form-tokens.server.ts";
import { createOwner, signInAs } from "../../factories/index.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();

const PASSWORD = "correct horse battery";
const login = (usernameOrEmail: string, password = PASSWORD) =>
  site.send("/api/auth/login", { json: { usernameOrEmail, password } });
const list = (options: { token?: string; cookie?: string; headers?: Record<string, string> }) =>
  site.send("/api/optin/dashboard/submissions", options);

describe("POST /api/auth/login", () => {
  test("POST /api/auth/login gives a token and the user, and nothing secret", async () => {
    const owner = await createOwner({ password: PASSWORD });
    const { status, json, text, headers } = await site.send("/api/auth/login", {
      json: { usernameOrEmail: owner.email, password: PASSWORD },
      headers: { "x-device-id": "device-1", "x-device-fingerprint": "print-1", "user-agent": "Test browser" },
    });
    expect(status).toBe(200);
    expect(json).toEqual({
      token: expect.any(String),
      user: expect.objectContaining({ _id: owner.id, email: owner.email, role: "user" }),
    });
    expect(text).not.toMatch(/argon2|hash/i);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("set-cookie")).toBeNull();
    expect((await list({ token: json.token })).status).toBe(200);
    expect(await Session.findOne({ where: { userId: owner.id } })).toMatchObject({
      deviceId: "device-1",
      deviceFingerprint: "print-1",
      userAgent: "Test browser",
      ip: "127.0.0.1",
    });
  });

  test.each<[what: string, name: (owner: User) => string]>([
    ["the address", ({ email }) => email],
    ["the address in another case, with space around it", ({ email }) => `  ${email.toUpperCase()} `],
    ["the username", ({ username }) => username],
    ["the username in another case", ({ username }) => username.toUpperCase()],
  ])("POST /api/auth/login takes %s", async (_what, name) => {
    const owner = await createOwner({ password: PASSWORD });
    expect((await login(name(owner))).status).toBe(200);
  });

  test("POST /api/auth/login takes a form body too", async () => {
    const owner = await createOwner({ password: PASSWORD });
    const { status } = await site.send("/api/auth/login", {
      form: { intent: "sign-in", usernameOrEmail: owner.email, password: PASSWORD },
    });
    expect(status).toBe(200);
  });

  test("POST /api/auth/login gives the same response for a wrong password, an unknown name and an account without a password", async () => {
    const owner = await createOwner({ password: PASSWORD });
    const withoutPassword = await createOwner();
    const responses = [
      await login(owner.email, "wrong"),
      await login("nobody@example.com"),
      await login(withoutPassword.email, "".padEnd(8, "x")),
      await login(owner.email, `${PASSWORD} `),
      await login(owner.email, PASSWORD.toUpperCase()),
    ];
    for (const { status, json, headers } of responses) {
      expect(status).toBe(401);
      expect(json).toEqual({
        error: messages.auth.invalidCredentials,
        code: "invalid_credentials",
        requestId: expect.any(String),
      });
      expect(headers.get("www-authenticate")).toBe("Bearer");
    }
    expect(await Session.count()).toBe(0);
  });

  test("POST /api/auth/login gives the reason, unverified or deactivated, only after the right password", async () => {
    const unverified = await createOwner({ password: PASSWORD, emailVerifiedAt: null });
    const deactivated = await createOwner({ password: PASSWORD, isActive: false });
    const responses = [await login(unverified.email), await login(deactivated.email)];
    expect(responses.map(({ status, json }) => [status, json.code, json.error])).toEqual([
      [403, "email_unverified", messages.auth.emailUnverified],
      [403, "account_deactivated", messages.auth.deactivated],
    ]);
    expect((await login(unverified.email, "wrong")).status).toBe(401);
    expect((await login(deactivated.email, "wrong")).status).toBe(401);
    expect(await Session.count()).toBe(0);
  });

  test.each<[body: unknown, field: string, message: string | null]>([
    [{ password: "x" }, "usernameOrEmail", messages.fields.usernameOrEmailRequired],
    [{ usernameOrEmail: "  ", password: "x" }, "usernameOrEmail", messages.fields.usernameOrEmailRequired],
    [{ usernameOrEmail: "x" }, "password", messages.fields.passwordRequired],
    [{ usernameOrEmail: "x", password: "" }, "password", messages.fields.passwordRequired],
    [{ usernameOrEmail: "x", password: ["a"] }, "password", messages.fields.passwordRequired],
    [
      { usernameOrEmail: { $ne: "" }, password: "x" },
      "usernameOrEmail",
      messages.fields.usernameOrEmailRequired,
    ],
    [
      { usernameOrEmail: "x".repeat(255), password: "x" },
      "usernameOrEmail",
      messages.auth.invalidCredentials,
    ],
    [{ usernameOrEmail: "x", password: "x".repeat(129) }, "password", null],
    [{ usernameOrEmail: "x\u0000", password: "x" }, "usernameOrEmail", null],
  ])("POST /api/auth/login refuses %j", async (body, field, message) => {
    const { status, json } = await site.send("/api/auth/login", { json: body });
    expect([status, json.errors[0].field]).toEqual([400, field]);
    if (message) expect(json.error).toBe(message);
  });
});

describe("sign-in token", () => {
  test("a sign-in token is refused once its session has ended", async () => {
    const { token, sessionId } = await signInAs(await createOwner());
    expect((await list({ token })).status).toBe(200);
    await endSession(sessionId);
    const { status, json, headers } = await list({ token });
    expect([status, json.code, headers.get("www-authenticate")]).toEqual([401, "invalid_token", "Bearer"]);
  });

  test("a sign-in token is refused once the session has expired or the account is deactivated", async () => {
    const owner = await createOwner();
    const [first, second] = [await signInAs(owner), await signInAs(owner)];
    await Session.update({ expiresAt: new Date(Date.now() - 1) }, { where: { id: first.sessionId } });
    expect((await list({ token: first.token })).status).toBe(401);
    expect((await list({ token: second.token })).status).toBe(200);
    await owner.update({ isActive: false });
    expect((await list({ token: second.token })).status).toBe(401);
  });

  test("a sign-in token is one of ours: forged ones are refused alike", async () => {
    const owner = await createOwner();
    const { token, sessionId, cookie } = await signInAs(owner);
    const secret = config.sessionSecrets[0] ?? "";
    const key = createHash("sha256").update(`jwt:${secret}`).digest();
    const kid = createHash("sha256").update(`kid:${secret}`).digest("hex").slice(0, 8);
    const good = { alg: "HS256", typ: "attesto-sign-in+jwt", kid };
    type Change = {
      header?: Record<string, unknown>;
      claims?: Record<string, unknown>;
      key?: Parameters<SignJWT["sign"]>[0];
    };
    const forge = ({ header = {}, claims = {}, key: by = key }: Change = {}) => {
      const all = {
        sid: sessionId,
        sub: owner.id,
        iss: config.publicUrl,
        aud: "attesto-api",
        exp: Math.floor(Date.now() / 1000) + 600,
        ...claims,
      };
      const present = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
      return new SignJWT(present).setProtectedHeader({ ...good, ...header }).sign(by);
    };
    // So that each of the others is refused for what is forged in it.
    expect((await list({ token: await forge() })).status).toBe(200);

    const [head = "", , signature = ""] = token.split(".");
    const other = await signInAs(await createOwner());
    const pair = await generateKeyPair("RS256", { extractable: true });
    const jwk = await exportJWK(pair.publicKey);
    const forged: Record<string, string> = {
      "no algorithm": new UnsecuredJWT({ sid: sessionId, sub: owner.id })
        .setIssuer(config.publicUrl)
        .setAudience("attesto-api")
        .setExpirationTime("1h")
        .encode(),
      "another key": await forge({ key: Buffer.alloc(32, 7) }),
      "the bare secret as key": await forge({ key: Buffer.from(secret) }),
      "an unknown key id": await forge({ header: { kid: "00000000" } }),
      "no key id": await forge({ header: { kid: undefined } }),
      "a key of its own": await forge({ header: { alg: "RS256", jwk }, key: pair.privateKey }),
      "a key elsewhere": await forge({
        header: { alg: "RS256", jku: "https://evil.example/keys" },
        key: pair.privateKey,
      }),
      "another algorithm": await forge({ header: { alg: "HS512" }, key: Buffer.concat([key, key]) }),
      "another type": await forge({ header: { typ: "JWT" } }),
      "another audience": await forge({ claims: { aud: "elsewhere" } }),
      "another issuer": await forge({ claims: { iss: "https://evil.example" } }),
      "no end": await forge({ claims: { exp: undefined } }),
      "an end in the past": await forge({ claims: { exp: Math.floor(Date.now() / 1000) - 1 } }),
      "no session": await forge({ claims: { sid: undefined } }),
      "an unknown session": await forge({ claims: { sid: owner.id } }),
      "a session of another kind": await forge({ claims: { sid: ["a"] } }),
      "another's claims": [head, other.token.split(".")[1], signature].join("."),
      "the cookie's token": cookie.split("=")[1] ?? "",
      "a form token": issueFormToken("page"),
      null: "null",
    };
    const statuses: Record<string, number> = {};
    for (const [what, value] of Object.entries(forged))
      statuses[what] = (await list({ token: value })).status;
    expect(statuses).toEqual(Object.fromEntries(Object.keys(forged).map((what) => [what, 401])));
  });

  test.each(["Bearer", "Bearer ", "Basic abc", "bearer a b", "Token x"])(
    "a sign-in token is refused as %j, also beside a good cookie",
    async (authorization) => {
      const { cookie } = await signInAs(await createOwner());
      const { status } = await list({ cookie, headers: { authorization } });
      expect(status).toBe(401);
    },
  );
});

describe("browser's session", () => {
  test("the browser's session reaches the API by its cookie", async () => {
    const { cookie } = await signInAs(await createOwner());
    expect((await list({ cookie })).status).toBe(200);
    expect((await list({ cookie: "attesto_session=nonsense" })).status).toBe(401);
  });

  test("the browser's session leads to a page of ours whose query has two dots", async () => {
    const owner = await createOwner({ password: PASSWORD });
    const form = { intent: "sign-in", usernameOrEmail: owner.username, password: PASSWORD };
    const { headers } = await site.send("/login?returnTo=%2Fdashboard%2Fsubmissions%3Fsearch%3Da..b", {
      form,
    });
    expect(headers.get("location")).toBe("/dashboard/submissions?search=a..b");
  });

  test("the browser's session begins with the page's form, without script", async () => {
    const owner = await createOwner({ password: PASSWORD });
    const form = { intent: "sign-in", usernameOrEmail: owner.username, password: PASSWORD };
    const { status, headers } = await site.send("/login?returnTo=%2Fdashboard%2Fsubmissions%3Fpage%3D2", {
      form,
    });
    expect([status, headers.get("location")]).toEqual([303, "/dashboard/submissions?page=2"]);
    const [cookie = "", ...attributes] = (headers.getSetCookie()[0] ?? "").split("; ");
    expect(attributes).toEqual(["Max-Age=2592000", "Path=/", "HttpOnly", "SameSite=Lax"]);
    expect((await list({ cookie })).status).toBe(200);
  });

  test.each([
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "javascript:alert(1)",
  ])("the browser's session leads nowhere else: returnTo=%s", async (to) => {
    const owner = await createOwner({ password: PASSWORD });
    const form = { intent: "sign-in", usernameOrEmail: owner.username, password: PASSWORD };
    const { headers } = await site.send(`/login?returnTo=${encodeURIComponent(to)}`, { form });
    expect(headers.get("location")).toBe("/dashboard/overview");
  });

  test("the browser's session does not begin with a wrong password, and says so with the name kept and the password not", async () => {
    const owner = await createOwner({ password: PASSWORD });
    const { status, text, headers } = await site.send("/login", {
      form: { intent: "sign-in", usernameOrEmail: owner.username, password: "wrong-password" },
    });
    expect(status).toBe(401);
    expect(text).toContain(messages.auth.invalidCredentials);
    expect(text).toContain(`value="${owner.username}"`);
    expect(text).not.toContain("wrong-password");
    expect(headers.get("set-cookie")).toBeNull();
    const empty = await site.send("/login", {
      form: { intent: "sign-in", usernameOrEmail: "", password: "" },
    });
    expect(empty.status).toBe(400);
    for (const message of [messages.fields.usernameOrEmailRequired, messages.fields.passwordRequired])
      expect(empty.text).toContain(message);
  });

  test("the browser's session does not begin for a foreign site", async () => {
    const owner = await createOwner({ password: PASSWORD });
    const form = { intent: "sign-in", usernameOrEmail: owner.username, password: PASSWORD };
    const { status } = await site.send("/login", { form, headers: { origin: "https://evil.example" } });
    expect(status).toBe(403);
  });

  test("the browser's session ends at sign-out, at once and everywhere", async () => {
    const owner = await createOwner();
    const { cookie, token } = await signInAs(owner);
    const { status, headers } = await site.send("/logout", {
      form: { intent: "sign-out" },
      cookie,
      headers: { "sec-fetch-site": "same-origin" },
    });
    expect([status, headers.get("location")]).toEqual([303, "/login"]);
    expect(headers.get("set-cookie")).toContain("attesto_session=; ");
    expect([(await list({ cookie })).status, (await list({ token })).status]).toEqual([401, 401]);
    const flash = headers
      .getSetCookie()
      .find((line) => line.startsWith("attesto_flash="))
      ?.split(";")[0];
    expect((await site.send("/login", { cookie: flash ?? "" })).text).toContain(messages.auth.loggedOut);
  });

  test("an expired session leads to the sign-in page, which says so", async () => {
    const response = await site.send("/dashboard/submissions?page=2", { cookie: "attesto_session=old" });
    expect(response.status).toBe(302);
    const location = response.headers.get("location") ?? "";
    expect(location).toBe("/login?session=expired&returnTo=%2Fdashboard%2Fsubmissions%3Fpage%3D2");
    expect((await site.send(location)).text).toContain(messages.auth.sessionExpired);
  });
});

describe("session in use without script", () => {
  test("a session in use without script is renewed by the pages it opens once under five minutes remain", async () => {
    const { cookie, sessionId } = await signInAs(await createOwner());
    await Session.update({ expiresAt: new Date(Date.now() + 4 * 60_000) }, { where: { id: sessionId } });
    expect((await site.send("/dashboard/overview", { cookie })).status).toBe(200);
    const { expiresAt } = await Session.findByPk(sessionId, { rejectOnEmpty: true });
    expect(expiresAt.getTime() - Date.now()).toBeGreaterThan(13 * 24 * 3_600_000);
  });

  test("a session in use without script gives pages only the role and the subscription to decide by", async () => {
    const owner = await createOwner();
    const { cookie } = await signInAs(owner);
    const { text } = await site.send("/dashboard/overview", { cookie });
    expect(text).not.toContain(owner.id);
    expect(text).not.toContain(owner.workspace.id);
    expect(text).not.toContain("passwordHash");
  });
});
