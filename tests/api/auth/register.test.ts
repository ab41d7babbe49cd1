import { Op } from "sequelize";
import { beforeEach, describe, expect, test } from "vitest";
import { MINUTE } from "#app/lib/dates.ts";
import {
  ApiKey,
  DecoyRegistration,
  Identity,
  LimitCount,
  Mail,
  Session,
  User,
  Workspace,
  WorkspaceMember,
} from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { createOwner, signInAs, unique, uniqueEmail } from "../../factories/index.ts";
import { startApp } from "../../servers/app.ts";
import { retryWhileBusy } from "../../support/busy.ts";
import { type Send, send } from "../../support/client.ts";
import { eventually } from "../../support/eventually.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const PASSWORD = "a long one to type";

let body: { name: string; username: string; email: string; password: string };
beforeEach(() => {
  body = { name: "Noor Haddad", username: `noor-${unique()}`, email: uniqueEmail(), password: PASSWORD };
});
const register = (overrides: Record<string, unknown> = {}) =>
  site.send("/api/auth/register", { json: { ...body, ...overrides } });
const signIn = (usernameOrEmail: string, password = PASSWORD) =>
  site.send("/api/auth/login", { json: { usernameOrEmail, password } });

describe("POST /api/auth/register", () => {
  test("POST /api/auth/register creates an unverified account and emails the link that verifies it", async () => {
    const { status, json } = await register();
    expect([status, json.message]).toEqual([201, messages.auth.registered]);
    expect(json.user).toMatchObject({
      username: body.username,
      email: body.email,
      name: "Noor Haddad",
      role: "user",
      isActive: true,
      isEmailVerified: false,
      subscription: { status: "active", plan: "free" },
    });
    expect(JSON.stringify(json)).not.toMatch(/argon|hash|token/i);
    expect((await signIn(body.email)).json.code).toBe("email_unverified");

    const link = await site.mail.linkTo(body.email, /Verify your email/);
    const verified = await site.send(`/api/auth${link}`);
    expect([verified.status, verified.json]).toEqual([200, { message: messages.auth.verified }]);
    expect((await signIn(body.username.toUpperCase())).status).toBe(200);
  });

  test("POST /api/auth/register gives the same response for a known address, changes nothing and notifies its owner", async () => {
    const owner = await createOwner({ password: "the owner's own words" });
    const before = (await User.findByPk(owner.id, { raw: true })) as object;
    const known = await register({ email: `  ${owner.email.toUpperCase()} ` });
    const fresh = await register({ email: uniqueEmail(), username: `other-${unique()}` });
    expect([known.status, known.json.message]).toEqual([fresh.status, fresh.json.message]);
    expect(Object.keys(known.json.user)).toEqual(Object.keys(fresh.json.user));
    expect(known.json.user).toMatchObject({ isEmailVerified: false, name: "Noor Haddad" });
    expect(known.json.user._id).not.toBe(owner.id);
    expect(await User.findByPk(owner.id, { raw: true })).toEqual(before);
    const { subject, text } = await site.mail.latest(owner.email);
    expect(subject).toBe("You already have an Attesto account");
    expect(text).not.toContain("token=");
  });

  test("POST /api/auth/register allows one account per mailbox, however its domain is spelled", async () => {
    const owner = await createOwner({ password: PASSWORD });
    const upper = owner.email.replace("example.com", "Example.COM");
    const wide = owner.email.replace("example.com", "ｅxample.ＣＯＭ");
    const turned = owner.email.replace("example.com", "example.\u202ecom");
    for (const email of [upper, wide, turned]) {
      expect((await register({ email, username: `name-${unique()}` })).status).toBe(201);
      expect((await site.mail.latest(owner.email)).subject).toBe("You already have an Attesto account");
      expect(await User.count()).toBe(1);
    }
    expect((await signIn(upper)).status).toBe(200);
    const name = unique();
    const first = { email: `${name}@münchen.example`, username: `one-${unique()}` };
    expect((await register(first)).status).toBe(201);
    const other = { email: `${name}@xn--mnchen-3ya.example`, username: `other-${unique()}` };
    expect((await register(other)).status).toBe(201);
    expect(await User.count()).toBe(2);
  });

  describe("unverified address, registered again", () => {
    const OWN = "the owner's own words";
    /** Registered by a stranger first, then by its owner. */
    const twice = async () => {
      await register({ username: `thief-${unique()}`, name: "Thief" });
      const first = await site.mail.linkTo(body.email, /Verify/);
      expect((await register({ password: OWN })).status).toBe(201);
      const mail = await site.mail.latest(body.email, /Finish signing up/);
      return { first, mail, link: await site.mail.linkTo(body.email, /Finish signing up/) };
    };

    test("a second registration of an unverified address ends the first link and lets its reader set a password", async () => {
      const { first, mail, link } = await twice();
      expect(mail.text).not.toContain("Thief");
      expect((await site.send(`/api/auth${first}`)).status).toBe(400);
      expect((await signIn(body.email)).json.code).toBe("email_unverified");
      const set = await site.send(link, { form: { intent: "reset", password: OWN } });
      expect([set.status, set.headers.get("location")]).toEqual([303, "/login"]);
      expect((await signIn(body.email)).status).toBe(401);
      expect((await signIn(body.email, OWN)).json.user).toMatchObject({ isEmailVerified: true });
    });

    test("a second registration of an unverified address leaves the first one no way to sign in", async () => {
      const { link } = await twice();
      const { id: userId } = await User.findOne({ rejectOnEmpty: true });
      const createdAt = new Date();
      const identity = { provider: "oidc" as const, issuer: "https://id.example", subject: "thief" };
      await Identity.create({ userId, ...identity, email: null, createdAt, lastUsedAt: createdAt });
      const key = { name: "left", prefix: "att_x", keyHash: "0".repeat(64), scopes: "stats:read" };
      const { workspaceId } = await WorkspaceMember.findOne({ where: { userId }, rejectOnEmpty: true });
      await ApiKey.create({ workspaceId, createdByUserId: userId, ...key, createdAt });
      await site.send(link, { form: { intent: "reset", password: OWN } });
      expect([await Identity.count(), await ApiKey.count({ where: { revokedAt: null } })]).toEqual([0, 0]);
    });

    test("a second registration of an unverified address gets no verification link on request", async () => {
      await twice();
      site.mail.reset();
      await site.send("/api/auth/resend-verification", { json: { email: body.email } });
      expect((await site.mail.latest(body.email)).subject).toContain("Finish signing up");
    });
  });

  describe("known address", () => {
    const known = async () => (await createOwner({ password: "the owner's own words" })).email;

    test.each<[what: string, address: () => Promise<string>]>([
      ["known", known],
      ["unknown", async () => uniqueEmail()],
    ])(
      "registering a known address signs in to nothing but the wait for its link: %s",
      async (_what, address) => {
        const email = await address();
        expect((await register({ email })).status).toBe(201);
        const waits = [403, "email_unverified", messages.auth.emailUnverified];
        for (const name of [email, email.toUpperCase(), body.username]) {
          const { status, json } = await signIn(name);
          expect([status, json.code, json.error]).toEqual(waits);
          expect((await signIn(name, "something else")).json.code).toBe("invalid_credentials");
          const page = await site.send("/login", {
            form: { intent: "sign-in", usernameOrEmail: name, password: PASSWORD },
          });
          expect(page.headers.get("location")).toBe("/verify-email-pending");
          const pending = page.headers.getSetCookie().find((line) => line.startsWith("attesto_pending="));
          const shown = await site.send("/verify-email-pending", { cookie: pending?.split(";")[0] ?? "" });
          expect(shown.text).toContain(email);
        }
        const taken = [409, "username_taken"];
        const again = await register({ email: uniqueEmail(), username: body.username.toUpperCase() });
        expect([again.status, again.json.code]).toEqual(taken);
        const same = await register({ email });
        expect([same.status, same.json.code]).toEqual(taken);
        const { token } = await signInAs(await createOwner());
        const json = { username: body.username };
        const renamed = await site.send("/api/user/update-profile", { method: "PATCH", token, json });
        expect([renamed.status, renamed.json.code]).toEqual(taken);
      },
    );

    test("registering a known address leaves its owner's sign-in as it is, even with the same password", async () => {
      const email = await known();
      await register({ email });
      expect((await signIn(email, "the owner's own words")).status).toBe(200);
      await register({ email, username: `other-${unique()}`, password: "the owner's own words" });
      expect((await signIn(email, "the owner's own words")).status).toBe(200);
    });

    test("registering a known address leaves its owner the username they ask for", async () => {
      const owner = await createOwner();
      await register({ email: owner.email });
      const { token } = await signInAs(owner);
      const json = { username: body.username };
      const renamed = await site.send("/api/user/update-profile", { method: "PATCH", token, json });
      expect([renamed.status, renamed.json.user?.username]).toEqual([200, body.username]);
    });

    test("registering a known address is forgotten after a day", async () => {
      const email = await known();
      await register({ email });
      const [held] = await DecoyRegistration.findAll();
      expect(JSON.stringify(held)).not.toContain(PASSWORD);
      expect(Number(held?.expiresAt) - Number(held?.createdAt)).toBe(24 * 3_600_000);
      await DecoyRegistration.update({ expiresAt: new Date(Date.now() - 1) }, { where: {} });
      expect((await signIn(email)).status).toBe(401);
      expect((await register({ email: uniqueEmail() })).status).toBe(201);
      await eventually(async () => expect(await DecoyRegistration.count()).toBe(0));
    });
  });

  test("POST /api/auth/register says that a username is taken, whatever its case and whatever the address", async () => {
    const owner = await createOwner();
    const { status, json } = await register({ username: owner.username.toUpperCase() });
    expect([status, json.code, json.error]).toEqual([409, "username_taken", messages.profile.usernameTaken]);
    const both = await register({ username: owner.username, email: owner.email });
    expect(both.json).toMatchObject({ error: json.error, code: json.code });
    expect(await Mail.count({ where: { toAddress: owner.email } })).toBe(0);
  });

  test("POST /api/auth/register creates one account when two people register the same name at once", async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => retryWhileBusy(register)));
    expect(responses.map(({ status }) => status).filter((status) => status === 201)).not.toEqual([]);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201, 409]));
    expect(await User.count()).toBe(1);
  });

  test("POST /api/auth/register says once what is wrong with an empty username", async () => {
    const { json } = await register({ username: "" });
    expect(json.details).toEqual([{ field: "username", message: messages.fields.usernameShape }]);
  });

  test.each<[what: string, overrides: Record<string, unknown>, field: string, message: string]>([
    ["no name", { name: "  " }, "name", messages.fields.nameRequired],
    ["a short username", { username: "ab" }, "username", messages.fields.usernameShape],
    ["a username with a space", { username: "a b c" }, "username", messages.fields.usernameShape],
    ["an accent in the username", { username: "josé" }, "username", messages.fields.usernameShape],
    ["no address", { email: "" }, "email", messages.fields.emailRequired],
    ["an address that is none", { email: "noor@" }, "email", messages.fields.emailShape],
    [
      "an address with a line break",
      { email: "noor@example.com\r\nBcc: a@b.co" },
      "email",
      messages.fields.emailShape,
    ],
    ["a dot at the end of an address", { email: "noor@example.com." }, "email", messages.fields.emailShape],
    ["another script's dot there", { email: "noor@example.com。" }, "email", messages.fields.emailShape],
    [
      "a control character in an address",
      { email: "no\u0001or@example.com" },
      "email",
      messages.fields.emailShape,
    ],
    ["no password", { password: "" }, "password", messages.fields.passwordRequired],
    ["a short password", { password: "1234567" }, "password", messages.fields.passwordShort],
    [
      "seven characters of two units each",
      { password: "😀".repeat(7) },
      "password",
      messages.fields.passwordShort,
    ],
    ["a long password", { password: "x".repeat(129) }, "password", messages.fields.passwordLong],
    ["a common password", { password: "Password123" }, "password", messages.fields.passwordCommon],
    ["the brand in it", { password: "my-attesto-2026" }, "password", messages.fields.passwordTelling],
    ["a name in it", { password: "haddad is my name" }, "password", messages.fields.passwordTelling],
    ["an array for an address", { email: ["a@b.co"] }, "email", messages.fields.emailRequired],
  ])("POST /api/auth/register refuses %s", async (_what, overrides, field, message) => {
    const { status, json } = await register(overrides);
    expect([status, json.code]).toEqual([400, "validation_failed"]);
    expect(json.errors).toContainEqual({ field, message });
    expect(await User.count()).toBe(0);
  });

  test.each([
    "8 chars!",
    "  spaces stay  ",
    "a&b=c +d%2B",
    "ß".repeat(128),
    "пароль с буквами",
    "😀".repeat(8),
  ])("POST /api/auth/register takes %j as it was typed", async (password) => {
    expect((await register({ password })).status).toBe(201);
    await User.update({ emailVerifiedAt: new Date() }, { where: {} });
    expect((await signIn(body.email, password)).status).toBe(200);
    expect((await signIn(body.email, `${password} `)).status).not.toBe(200);
  });

  test("POST /api/auth/register stores only the fields of the form", async () => {
    await register({
      role: "superadmin",
      isActive: false,
      emailVerifiedAt: new Date(),
      id: "mine",
      _id: "mine",
    });
    expect(await User.findOne()).toMatchObject({ role: "user", isActive: true, emailVerifiedAt: null });
    expect(await User.findByPk("mine")).toBeNull();
  });
});

describe("page /signup", () => {
  test("the page /signup leads to the page that names the address, without script", async () => {
    const { status, headers } = await site.send("/signup", { form: { intent: "register", ...body } });
    expect([status, headers.get("location")]).toEqual([303, "/verify-email-pending"]);
    const [cookie = ""] = (headers.getSetCookie()[0] ?? "").split(";");
    expect((await site.send("/verify-email-pending", { cookie })).text).toContain(body.email);
    const without = await site.send("/verify-email-pending", { cookie: `${cookie}x` });
    expect(without.text).toContain("We sent a verification link to your address.");
    expect(await Session.count()).toBe(0);
  });

  test("the page /signup keeps the form's values except the password", async () => {
    const { status, text } = await site.send("/signup", {
      form: { intent: "register", ...body, email: "nonsense" },
    });
    expect(status).toBe(400);
    expect(text).toContain(messages.fields.emailShape);
    expect(text).toContain('value="Noor Haddad"');
    expect(text).not.toContain(PASSWORD);
  });
});

describe("username that is taken", () => {
  const taken = async () => {
    const owner = await createOwner();
    return { owner, form: { intent: "register", ...body, username: owner.username } };
  };
  const suggestionsIn = (text: string) => {
    const list = /Free usernames:(.*?)<\/div>/s.exec(text)?.[1] ?? "";
    return [...list.matchAll(/>([a-z0-9._-]+)<\/b>/g)].map(([, name]) => name ?? "");
  };

  test("a username that is taken is marked at its field, with free usernames", async () => {
    const { form } = await taken();
    const { status, text } = await site.send("/signup", { form });
    expect(status).toBe(409);
    expect(text).toContain('href="#signup-username"');
    expect(text).toContain(messages.profile.usernameTaken);
    expect(suggestionsIn(text)).toHaveLength(3);
    for (const username of suggestionsIn(text))
      expect((await register({ username, email: uniqueEmail() })).status).toBe(201);
    // Those are taken now, by an account or a decoy.
    const next = suggestionsIn((await site.send("/signup", { form })).text);
    expect(next).toHaveLength(3);
    expect(next).not.toContain("noor.haddad");
  });

  test("a username that is taken does not count against the limit of its email", async () => {
    const { form } = await taken();
    for (let i = 0; i < 3; i++) await site.send("/signup", { form });
    // By IP address, and by nothing else. The limit of all requests has a window of a minute.
    const counted = await LimitCount.findAll({
      where: { expiresAt: { [Op.gt]: new Date(Date.now() + 5 * MINUTE) } },
    });
    expect(counted.map(({ points }) => points)).toEqual([3]);
  });
});

describe("browser that registered", () => {
  const send = (path: string, options: Send = {}) =>
    site.send(path, { ...options, headers: { "sec-fetch-site": "same-origin" } });
  const signUp = async (form: object, { path = "/signup", cookie = "" } = {}) => {
    const response = await send(path, { form: { intent: "register", ...body, ...form }, cookie });
    const cookies = response.headers.getSetCookie().map((line) => line.split(";")[0]);
    return { response, cookie: cookies.join("; ") };
  };
  const CORRECT = "/signup?correct=email";

  test("the browser that registered is signed in by the verification link, and the browser that opens it elsewhere is not", async () => {
    for (const isSame of [true, false]) {
      const [email, username] = [uniqueEmail(), `u-${unique()}`];
      const { cookie } = await signUp({ email, username });
      const link = await site.mail.linkTo(email, /Verify/);
      const used = await send(link, { form: { intent: "verify" }, cookie: isSame ? cookie : "" });
      expect([used.status, used.headers.get("location")]).toEqual([303, link]);
      const session = used.headers.getSetCookie().find((line) => line.startsWith("attesto_session="));
      const login = await send("/login", { cookie: session?.split(";")[0] ?? "" });
      expect([isSame, login.status, login.headers.get("location")]).toEqual(
        isSame ? [true, 302, "/dashboard/overview"] : [false, 200, null],
      );
    }
  });

  test("a used link says that the email is verified, to another device too", async () => {
    const email = uniqueEmail();
    await signUp({ email, username: `u-${unique()}` });
    const link = await site.mail.linkTo(email, /Verify/);
    await send(link, { form: { intent: "verify" } });
    const opened = await send(link);
    expect([opened.status, opened.text.includes(messages.auth.verifiedAlready)]).toEqual([200, true]);
    const pressed = await send(link, { form: { intent: "verify" } });
    expect([pressed.status, pressed.headers.get("location")]).toEqual([303, link]);
    // Of an account that has another email by now it says nothing.
    const other = uniqueEmail();
    await User.update({ email: other, emailKey: other }, { where: { email } });
    expect((await send(link)).text).not.toContain(messages.auth.verifiedAlready);
  });

  test("the browser that registered is signed in to no other account by its link", async () => {
    const { cookie } = await signUp({});
    const other = { email: uniqueEmail(), username: `u-${unique()}` };
    await register(other);
    const link = await site.mail.linkTo(other.email, /Verify/);
    await send(link, { form: { intent: "verify" }, cookie });
    expect(await Session.count()).toBe(0);
  });

  test.each<[what: string, address: () => Promise<string>]>([
    ["nobody's", async () => uniqueEmail()],
    ["an account's", async () => (await createOwner()).email],
  ])(
    "the browser that registered corrects an email that was %s, and the link sent there ends",
    async (_what, address) => {
      const first = await signUp({ email: await address() });
      const mistyped = (await User.findOne({ where: { username: body.username } }))?.id;
      const pending = await send("/verify-email-pending", { cookie: first.cookie });
      expect(pending.text).toContain('href="/signup?correct=email"');
      const form = await send(CORRECT, { cookie: first.cookie });
      for (const value of ["Noor Haddad", body.username]) expect(form.text).toContain(`value="${value}"`);

      const email = uniqueEmail();
      const { response } = await signUp({ email }, { path: CORRECT, cookie: first.cookie });
      expect([response.status, response.headers.get("location")]).toEqual([303, "/verify-email-pending"]);
      if (mistyped) expect(await User.findByPk(mistyped)).toBeNull();
      expect(await User.findOne({ where: { emailKey: email } })).toMatchObject({ username: body.username });
      expect(await DecoyRegistration.count()).toBe(0);
      const link = await site.mail.linkTo(email, /Verify/);
      expect((await send(link, { form: { intent: "verify" } })).status).toBe(303);
      expect((await signIn(body.username)).status).toBe(200);
    },
  );

  test("the browser that registered corrects to an account's email with the same response", async () => {
    const owner = await createOwner();
    const first = await signUp({});
    const { response } = await signUp({ email: owner.email }, { path: CORRECT, cookie: first.cookie });
    expect([response.status, response.headers.get("location")]).toEqual([303, "/verify-email-pending"]);
    expect((await signIn(body.username)).json.code).toBe("email_unverified");
    expect((await site.mail.latest(owner.email)).subject).toBe("You already have an Attesto account");
    expect(await User.count()).toBe(1);
  });

  test("the browser that registered corrects nothing once the email is verified, and a stranger's browser never does", async () => {
    const first = await signUp({});
    const forged = first.cookie.replace(/(attesto_registration=[^.]+)\.[^;]+/, "$1.AAAA");
    for (const cookie of ["", forged]) {
      const { response } = await signUp({ email: uniqueEmail() }, { path: CORRECT, cookie });
      expect(response.status).toBe(409);
    }
    await send(await site.mail.linkTo(body.email, /Verify/), { form: { intent: "verify" } });
    const { response } = await signUp({ email: uniqueEmail() }, { path: CORRECT, cookie: first.cookie });
    expect(response.status).toBe(409);
    expect((await signIn(body.username)).status).toBe(200);
  });
});

describe("new account", () => {
  const findWorkspace = async () => {
    const { id: userId } = await User.findOne({ rejectOnEmpty: true });
    const { workspaceId } = await WorkspaceMember.findOne({ where: { userId }, rejectOnEmpty: true });
    return Workspace.findByPk(workspaceId);
  };
  const languages = { "accept-language": "de-CH,de;q=0.9" };

  test.each<[what: string, form: Record<string, string>, headers: Record<string, string>, place: object]>([
    [
      "the browser's time zone",
      { "preferences.timezone": "Asia/Tokyo" },
      languages,
      { timeZone: "Asia/Tokyo", currency: "JPY" },
    ],
    [
      "its language, without script",
      { "preferences.timezone": "" },
      languages,
      { timeZone: "UTC", currency: "CHF" },
    ],
    [
      "nothing it can use",
      { "preferences.timezone": "Nowhere/At-all" },
      {},
      { timeZone: "UTC", currency: "EUR" },
    ],
  ])("a new account has its time zone and currency from %s", async (_what, form, headers, place) => {
    const response = await site.send("/signup", { form: { intent: "register", ...body, ...form }, headers });
    expect(response.status).toBe(303);
    expect(await findWorkspace()).toMatchObject(place);
  });

  test("a new account has them from what a program says", async () => {
    const { json } = await register({ preferences: { timezone: "Europe/Madrid", currency: "usd" } });
    expect(json.user.preferences).toMatchObject({ timezone: "Europe/Madrid", currency: "USD" });
    expect(await findWorkspace()).toMatchObject({ timeZone: "Europe/Madrid", currency: "USD" });
  });
});

describe("limits", () => {
  test("five links an hour for an address is the limit of every way to request one, and reveals no account", async () => {
    const owner = await createOwner();
    const app = await startApp({
      databaseUrl: process.env.DATABASE_URL ?? "",
      env: { RATE_LIMIT_SCALE: "1", TRUST_PROXY: "" },
    });
    try {
      const ask = (email: string, spoofed: string) =>
        send(`${app.url}/api/auth/forgot-password`, {
          json: { email },
          headers: { "x-forwarded-for": spoofed },
        });
      const spellings = [
        (email: string) => email.toUpperCase(),
        (email: string) => email,
        (email: string) => email.replace("example", "exAmple"),
      ];
      const askSixTimes = async (email: string) => {
        const statuses: number[] = [];
        for (let i = 0; i < 6; i++)
          statuses.push((await ask(spellings[i % 3]?.(email) ?? email, `203.0.113.${i}`)).status);
        return statuses;
      };
      const five = [200, 200, 200, 200, 200, 429];
      expect(await Promise.all([owner.email, uniqueEmail()].map(askSixTimes))).toEqual([five, five]);
      const refused = await ask(owner.email, "198.51.100.1");
      expect([refused.json.code, Number(refused.headers.get("retry-after")) > 60]).toEqual([
        "rate_limited",
        true,
      ]);
      // Twelve and one were asked from here; up to thirty may, whatever address they claim to come from.
      const asked = Array.from({ length: 18 }, (_, i) => ask(uniqueEmail(), `192.0.2.${i}`));
      const statuses = (await Promise.all(asked)).map(({ status }) => status);
      expect(statuses.filter((status) => status !== 200)).toEqual([429]);
    } finally {
      await app.kill("SIGTERM");
    }
  });
});
