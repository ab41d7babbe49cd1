import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { visitorCookie } from "#app/http/cookies/visitor.server.ts";
import { KnownDevice, LimitCount, Mail, Session, type User } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { createOwner } from "../../factories/index.ts";
import { type App, startApp } from "../../servers/app.ts";
import { type Send, send } from "../../support/client.ts";
import { readCookie } from "../../support/cookies.ts";
import { eventually } from "../../support/eventually.ts";
import { serveSite } from "../../support/site.ts";

const PASSWORD = "correct horse battery";
describe("wrong passwords", () => {
  let app: App;
  beforeAll(async () => {
    app = await startApp({ databaseUrl: process.env.DATABASE_URL ?? "", env: { RATE_LIMIT_SCALE: "1" } });
  });
  afterAll(() => app.kill("SIGTERM"));

  const signIn = (usernameOrEmail: string, password: string, more: Send = {}) =>
    send(`${app.url}/login`, {
      form: { intent: "sign-in", usernameOrEmail, password },
      headers: { "sec-fetch-site": "same-origin", ...more.headers },
      ...(more.cookie ? { cookie: more.cookie } : {}),
    });
  const guess = async (owner: User, times: number, more: Send = {}) => {
    const statuses: number[] = [];
    for (let i = 0; i < times; i++) {
      const names = [owner.email, owner.username, owner.email.toUpperCase()];
      statuses.push((await signIn(names[i % 3] ?? "", `guess ${i}`, more)).status);
    }
    return statuses;
  };

  test("wrong passwords are counted for the account, whichever of its names is typed, and not by what the client says of itself", async () => {
    const owner = await createOwner({ password: PASSWORD });
    const spoofed = { headers: { "x-forwarded-for": "203.0.113.9", "x-device-id": "a" } };
    expect(await guess(owner, 12, spoofed)).toEqual([...Array(10).fill(401), 429, 429]);
    const right = await signIn(owner.email, PASSWORD);
    expect([right.status, Number(right.headers.get("retry-after")) > 0]).toEqual([429, true]);
    expect(right.text).toContain("Too many requests");
    expect(right.text).toContain(messages.auth.signInByLink);
  });

  test("wrong passwords are counted, right ones are not: the twelfth right sign-in in a row still works", async () => {
    const owner = await createOwner({ password: PASSWORD });
    const statuses: number[] = [];
    const json = { usernameOrEmail: owner.email, password: PASSWORD };
    for (let i = 0; i < 6; i++) {
      statuses.push((await signIn(owner.email, PASSWORD)).status);
      statuses.push((await send(`${app.url}/api/auth/login`, { json })).status);
    }
    expect(statuses).toEqual(Array(6).fill([303, 200]).flat());
    // A right one does not take back the wrong ones before it.
    await guess(owner, 9);
    expect((await signIn(owner.email, PASSWORD)).status).toBe(303);
    expect(await guess(owner, 2)).toEqual([401, 429]);
  });

  test("wrong passwords from one IP address are counted for all accounts, right ones are not", async () => {
    const owner = await createOwner({ password: PASSWORD });
    const signInApi = (json: object) => send(`${app.url}/api/auth/login`, { json });
    for (let i = 0; i < 3; i++) {
      const { headers } = await signInApi({ usernameOrEmail: owner.email, password: PASSWORD });
      expect(headers.get("ratelimit")).toContain('"sign-in-address";r=99;');
    }
    await signInApi({ usernameOrEmail: "nobody-there", password: "x" });
    const { headers } = await signInApi({ usernameOrEmail: "nobody-else", password: "x" });
    expect(headers.get("ratelimit")).toContain('"sign-in-address";r=98;');
  });

  test("wrong passwords stay counted when the server is restarted, and in every process", async () => {
    const owner = await createOwner({ password: PASSWORD });
    await guess(owner, 6);
    const other = await startApp({
      databaseUrl: process.env.DATABASE_URL ?? "",
      env: { RATE_LIMIT_SCALE: "1" },
    });
    const json = { usernameOrEmail: owner.email, password: "another guess" };
    for (let i = 0; i < 4; i++)
      expect((await send(`${other.url}/api/auth/login`, { json })).status).toBe(401);
    await other.kill("SIGTERM");
    expect(await guess(owner, 1)).toEqual([429]);
    const stored = JSON.stringify(await LimitCount.findAll());
    for (const secret of [owner.id, owner.email, "127.0.0.1"]) expect(stored).not.toContain(secret);
  });

  test("a stranger's wrong passwords do not lock out a browser that has signed in before", async () => {
    const owner = await createOwner({ password: PASSWORD });
    const visitor = readCookie(await signIn(owner.email, PASSWORD), "attesto_visitor");
    await guess(owner, 11);
    expect((await signIn(owner.email, PASSWORD)).status).toBe(429);
    expect((await signIn(owner.username, PASSWORD, { cookie: visitor })).status).toBe(303);
    // Not for want of a limit: it has one of its own.
    expect((await guess(owner, 11, { cookie: visitor })).at(-1)).toBe(429);
    const forged = `${visitor.split(".")[0]}.${"A".repeat(43)}`;
    expect((await signIn(owner.email, PASSWORD, { cookie: forged })).status).toBe(429);
  });

  test("wrong passwords for an unknown name are counted the same", async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++) statuses.push((await signIn("nobody-here", "x")).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  });
});

describe("too many forms from one address", () => {
  let app: App;
  beforeAll(async () => {
    app = await startApp({ databaseUrl: process.env.DATABASE_URL ?? "", env: { RATE_LIMIT_SCALE: "0.05" } });
  });
  afterAll(() => app.kill("SIGTERM"));
  const post = (path: string, form: Record<string, string>) =>
    send(app.url + path, { form, headers: { "sec-fetch-site": "same-origin" } });

  test("too many forms from one address keep each form's values, and say how long to wait", async () => {
    const mailed = /Too many requests\. Please try again in (59|60) minutes\./;
    for (let i = 0; i < 2; i++)
      await post("/forgot-password", { intent: "send-link", email: `nobody-${i}@example.com` });
    for (const path of ["/forgot-password", "/verify-email-pending", "/signup"]) {
      const intent = path === "/signup" ? "register" : "send-link";
      const own: Record<string, string> =
        path === "/signup" ? { name: "Iria", username: "iria", password: PASSWORD } : {};
      const { status, text, headers } = await post(path, { intent, email: "typed@example.com", ...own });
      expect([path, status, Number(headers.get("retry-after")) > 3_000]).toEqual([path, 429, true]);
      expect(text).toMatch(mailed);
      expect([text.includes('value="typed@example.com"'), text.includes(PASSWORD)]).toEqual([true, false]);
    }
    for (let i = 0; i < 5; i++)
      await post("/login", { intent: "sign-in", usernameOrEmail: `nobody-${i}`, password: "x" });
    const { status, text } = await post("/login", {
      intent: "sign-in",
      usernameOrEmail: "typed",
      password: PASSWORD,
    });
    expect([status, text.includes('value="typed"'), text.includes(PASSWORD)]).toEqual([429, true, false]);
    expect(text).toMatch(/Please try again in 1[45] minutes\./);
  });

  test("too many forms from one address are refused elsewhere on a page that leads back to where they came from", async () => {
    const link = `/verify-email?token=${"a".repeat(43)}`;
    const responses = await Promise.all(Array.from({ length: 31 }, () => post(link, {})));
    const { text = "" } = responses.find(({ status }) => status === 429) ?? {};
    expect(text).toMatch(/Please try again in a (moment|minute)\./);
    expect(text).toContain(`href="${link}"`);
  });
});

describe("sign-in", () => {
  const site = serveSite();
  const signIn = (owner: User, more: Send = {}) =>
    site.send("/login", {
      form: { intent: "sign-in", usernameOrEmail: owner.email, password: PASSWORD },
      ...more,
    });

  test("a sign-in sends an email if the device is neither the account's first nor known", async () => {
    const owner = await createOwner({ password: PASSWORD });
    const first = await signIn(owner);
    const visitor = readCookie(first, "attesto_visitor");
    await signIn(owner, { cookie: visitor });
    expect(await Mail.count()).toBe(0);
    await signIn(owner, {
      headers: {
        "user-agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
      },
    });
    const { subject, text = "" } = await site.mail.latest(owner.email);
    expect(subject).toBe("New sign-in to your Attesto account");
    expect(text).toContain("Firefox");
    expect(text).toContain("127.0.0.1");
    expect(await KnownDevice.count({ where: { userId: owner.id } })).toBe(2);
  });

  test("a program's sign-ins send one email, not one per call", async () => {
    const owner = await createOwner({ password: PASSWORD });
    await signIn(owner);
    const json = { usernameOrEmail: owner.email, password: PASSWORD };
    for (let i = 0; i < 3; i++)
      await site.send("/api/auth/login", { json, headers: { "user-agent": "reports/1.0" } });
    expect(await Mail.count()).toBe(1);
  });

  test("a sign-in opens a new session and ends the one that this browser had", async () => {
    const owner = await createOwner({ password: PASSWORD });
    const first = await signIn(owner);
    const cookie = `${readCookie(first, "attesto_session")}; ${readCookie(first, "attesto_visitor")}`;
    const second = await signIn(owner, { cookie, headers: { "sec-fetch-site": "same-origin" } });
    expect(readCookie(second, "attesto_session")).not.toBe(readCookie(first, "attesto_session"));
    expect((await site.send("/api/auth/me", { cookie })).status).toBe(401);
    expect((await site.send("/api/auth/me", { cookie: readCookie(second, "attesto_session") })).status).toBe(
      200,
    );
  });

  test("a sign-in does not accept a planted session", async () => {
    const owner = await createOwner({ password: PASSWORD });
    const planted = "attesto_session=planted-by-someone-else";
    const response = await signIn(owner, { cookie: planted, headers: { "sec-fetch-site": "same-origin" } });
    expect(readCookie(response, "attesto_session")).not.toBe(planted);
    expect((await site.send("/api/auth/me", { cookie: planted })).status).toBe(401);
  });

  test("a sign-in keeps the visitor's signed cookie as the device where no script says more", async () => {
    const owner = await createOwner({ password: PASSWORD });
    const visitor = readCookie(await signIn(owner), "attesto_visitor");
    const { deviceId } = await Session.findOne({ where: { userId: owner.id }, rejectOnEmpty: true });
    expect(await visitorCookie.parse(visitor)).toBe(deviceId);
    await signIn(owner, { headers: { "x-device-id": "said-by-the-script", "x-device-fingerprint": "f00" } });
    await eventually(async () =>
      expect(
        await Session.count({ where: { deviceId: "said-by-the-script", deviceFingerprint: "f00" } }),
      ).toBe(1),
    );
  });

  test("a sign-in to a deactivated account leads to its page after the right password only", async () => {
    const owner = await createOwner({ password: PASSWORD, isActive: false });
    const { status, headers } = await signIn(owner);
    expect([status, headers.get("location")]).toEqual([303, "/account-deactivated"]);
    expect((await site.send("/account-deactivated")).text).toContain("This account is deactivated");
    const wrong = await site.send("/login", {
      form: { intent: "sign-in", usernameOrEmail: owner.email, password: "wrong" },
    });
    expect([wrong.status, wrong.text.includes(messages.auth.invalidCredentials)]).toEqual([401, true]);
  });

  test("a sign-in with a pending address leads to where the link is sent again", async () => {
    const owner = await createOwner({ password: PASSWORD, emailVerifiedAt: null });
    const response = await signIn(owner);
    expect([response.status, response.headers.get("location")]).toEqual([303, "/verify-email-pending"]);
    const { text } = await site.send("/verify-email-pending", {
      cookie: `${readCookie(response, "attesto_pending")}; ${readCookie(response, "attesto_flash")}`,
    });
    expect(text).toContain(owner.email);
    expect(text).toContain(messages.auth.emailUnverified);
  });

  test("a sign-in replaces a hash with weaker parameters", async () => {
    const weak = "$argon2id$v=19$m=512,t=1,p=1$";
    const owner = await createOwner({ password: PASSWORD });
    const { hash } = await import("@node-rs/argon2");
    const old = await hash(PASSWORD, { memoryCost: 512, timeCost: 1, parallelism: 1 });
    expect(old.startsWith(weak)).toBe(true);
    await owner.update({ passwordHash: old });
    expect((await signIn(owner)).status).toBe(303);
    const { passwordHash } = await owner.reload();
    expect(passwordHash?.startsWith(weak)).toBe(false);
    expect((await signIn(owner)).status).toBe(303);
  });
});

describe("signing out and closing an account over the API", () => {
  const site = serveSite();
  const login = async (owner: User) =>
    (await site.send("/api/auth/login", { json: { usernameOrEmail: owner.email, password: PASSWORD } })).json
      .token;

  test("signing out over the API ends every token of the session, and no other session", async () => {
    const owner = await createOwner({ password: PASSWORD });
    const [here, elsewhere] = [await login(owner), await login(owner)];
    const other = (await site.send("/api/auth/refresh-token", { method: "POST", token: here })).json.token;
    expect((await site.send("/api/auth/logout", { method: "POST", token: other })).status).toBe(204);
    for (const token of [here, other]) expect((await site.send("/api/auth/me", { token })).status).toBe(401);
    expect((await site.send("/api/auth/me", { token: elsewhere })).status).toBe(200);
  });

  test("the API gives a browser's scripts no token for its cookie", async () => {
    const owner = await createOwner({ password: PASSWORD });
    const page = await site.send("/login", {
      form: { intent: "sign-in", usernameOrEmail: owner.email, password: PASSWORD },
    });
    const { status, json } = await site.send("/api/auth/refresh-token", {
      method: "POST",
      cookie: readCookie(page, "attesto_session"),
      headers: { "sec-fetch-site": "same-origin" },
    });
    expect([status, json.token]).toEqual([401, undefined]);
  });

  test("closing an account over the API deactivates it everywhere at once, and notifies its owner", async () => {
    const owner = await createOwner({ password: PASSWORD });
    const [here, elsewhere] = [await login(owner), await login(owner)];
    const { status, json } = await site.send("/api/auth/deactivate", { method: "POST", token: here });
    expect([status, json.message]).toEqual([200, messages.auth.accountDeactivated]);
    for (const token of [here, elsewhere])
      expect((await site.send("/api/auth/me", { token })).status).toBe(401);
    const again = await site.send("/api/auth/login", {
      json: { usernameOrEmail: owner.email, password: PASSWORD },
    });
    expect([again.status, again.json.code]).toEqual([403, "account_deactivated"]);
    expect((await site.mail.latest(owner.email, /deactivated/)).text).toContain("We keep its data");
  });

  test("one superadmin stays if two leave at the same time", async () => {
    const [a, b] = await Promise.all(
      [1, 2].map(() => createOwner({ password: PASSWORD, role: "superadmin" })),
    );
    const tokens = [await login(a as User), await login(b as User)];
    const responses = await Promise.all(
      tokens.map((token) => site.send("/api/auth/deactivate", { method: "POST", token })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(responses.find(({ status }) => status === 409)?.json).toMatchObject({
      code: "last_superadmin",
      error: messages.auth.lastSuperadmin,
    });
  });
});
