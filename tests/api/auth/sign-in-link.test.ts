import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AccountToken, Mail, Session, type User } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { createOwner, uniqueEmail } from "../../factories/index.ts";
import { createCode, switchTwoStepOn } from "../../factories/two-factor.ts";
import { type App, startApp } from "../../servers/app.ts";
import { send, type TestResponse } from "../../support/client.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const PASSWORD = "correct horse battery";
const SUBJECT = /Sign in to Attesto/;
const UNKNOWN = `/login/email?token=${"a".repeat(43)}`;

const request = (email: string) => site.send("/api/auth/sign-in-link", { json: { email } });
const press = (link: string) => site.send(link, { form: { intent: "sign-in" } });
const countSessions = (owner: User) => Session.count({ where: { userId: owner.id, endedAt: null } });
const readCookies = ({ headers }: TestResponse) =>
  headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
async function linkFor(owner: User): Promise<string> {
  site.mail.reset();
  await request(owner.email);
  return site.mail.linkTo(owner.email, SUBJECT);
}

describe("link that signs in", () => {
  test("a link that signs in is requested with the same response for a known, unknown, unverified and deactivated email", async () => {
    const owner = await createOwner();
    const closed = await createOwner({ isActive: false });
    const unverified = await createOwner({ emailVerifiedAt: null });
    for (const email of [owner.email, uniqueEmail(), closed.email, unverified.email]) {
      const { status, json } = await request(email);
      expect([status, json]).toEqual([200, { message: messages.auth.signInLinkSent }]);
    }
    const mails = await Mail.findAll({ order: ["kind"] });
    expect(mails.map(({ kind, toAddress }) => [kind, toAddress])).toEqual([
      ["sign-in-link", owner.email],
      ["verify-email", unverified.email],
    ]);
  });

  test("a link that signs in changes nothing when it is opened, and signs in when its button is pressed", async () => {
    const owner = await createOwner();
    const link = await linkFor(owner);
    for (let i = 0; i < 3; i++) {
      const { status, text, headers } = await site.send(link);
      expect([status, text.includes("Click the button to sign in to")]).toEqual([200, true]);
      expect(headers.get("referrer-policy")).toBe("same-origin");
      expect(headers.get("x-robots-tag")).toBe("noindex");
    }
    expect(await countSessions(owner)).toBe(0);
    const pressed = await press(link);
    expect([pressed.status, pressed.headers.get("location")]).toEqual([303, "/dashboard/overview"]);
    const me = await site.send("/api/auth/me", { cookie: readCookies(pressed) });
    expect([me.status, me.json.user?._id]).toEqual([200, owner.id]);
  });

  test("a link that signs in works once", async () => {
    const owner = await createOwner();
    const link = await linkFor(owner);
    const responses = await Promise.all(Array.from({ length: 6 }, () => press(link)));
    expect(responses.map(({ status }) => status).sort()).toEqual([303, ...Array(5).fill(400)]);
    expect(responses.find(({ status }) => status === 400)?.text).toContain(messages.auth.signInLinkInvalid);
    expect(await countSessions(owner)).toBe(1);
  });

  test("a link that signs in works for 15 minutes", async () => {
    const owner = await createOwner();
    const link = await linkFor(owner);
    const { createdAt, expiresAt } = await AccountToken.findOne({ rejectOnEmpty: true });
    expect(expiresAt.getTime() - createdAt.getTime()).toBe(15 * 60_000);
    await AccountToken.update({ expiresAt: new Date(Date.now() - 1) }, { where: {} });
    const { status, text } = await press(link);
    expect([status, text.includes(messages.auth.signInLinkInvalid)]).toEqual([400, true]);
    // The page offers the form for a new one.
    expect(text).toContain('type="email"');
  });

  test.each([UNKNOWN, "/login/email?token=", "/login/email?token=x", "/login/email"])(
    "a link that signs in is invalid as %s",
    async (link) => {
      const { status, text } = await press(link);
      expect([status, text.includes(messages.auth.signInLinkInvalid)]).toEqual([400, true]);
    },
  );

  test("a link that signs in stays valid when another one is requested, until one is used", async () => {
    const owner = await createOwner();
    const links = [await linkFor(owner), await linkFor(owner)];
    for (const link of links) expect((await press(link)).status).toBe(303);
  });

  test("a link that signs in still needs the second factor", async () => {
    const owner = await createOwner();
    const { secret } = await switchTwoStepOn(owner);
    const pressed = await press(await linkFor(owner));
    expect([pressed.status, pressed.headers.get("location")]).toEqual([303, "/login/second-step"]);
    expect(await countSessions(owner)).toBe(0);
    const form = { intent: "second-factor", code: createCode(secret) };
    const headers = { "sec-fetch-site": "same-origin" };
    const finished = await site.send("/login/second-step", { form, headers, cookie: readCookies(pressed) });
    expect([finished.status, await countSessions(owner)]).toEqual([303, 1]);
  });

  test("a link that signs in ends with a new password, a new email and the account", async () => {
    for (const change of [
      async (owner: User) => {
        await site.send("/api/auth/forgot-password", { json: { email: owner.email } });
        const token = (await site.mail.linkTo(owner.email, /new password/)).split("token=")[1];
        await site.send("/api/auth/reset-password", { json: { token, password: "staple of another kind" } });
      },
      (owner: User) => owner.update({ email: "new@example.com", emailKey: "new@example.com" }),
      (owner: User) => owner.update({ isActive: false }),
    ]) {
      const owner = await createOwner({ password: PASSWORD });
      const link = await linkFor(owner);
      await change(owner);
      expect((await press(link)).status).toBe(400);
    }
  });

  test("a link that signs in is requested on the page, which keeps an invalid email", async () => {
    const owner = await createOwner();
    expect((await site.send("/login")).text).toContain('href="/login/email"');
    const sent = await site.send("/login/email", { form: { intent: "send-link", email: owner.email } });
    expect([sent.status, sent.headers.get("location")]).toEqual([303, "/login/email"]);
    const flash = { cookie: readCookies(sent) };
    expect((await site.send("/login/email", flash)).text).toContain(messages.auth.signInLinkSent);
    expect(await site.mail.linkTo(owner.email, SUBJECT)).toContain("/login/email?token=");
    const { status, text } = await site.send("/login/email", { form: { intent: "send-link", email: "x@" } });
    expect([status, text.includes('value="x@"')]).toEqual([400, true]);
  });
});

describe("owner whose sign-in a stranger has used up", () => {
  let app: App;
  beforeAll(async () => {
    // Either app sends the emails.
    const env = { RATE_LIMIT_SCALE: "1", SMTP_URL: site.mail.url };
    app = await startApp({ databaseUrl: process.env.DATABASE_URL ?? "", env });
  });
  afterAll(() => app.kill("SIGTERM"));

  test("an owner locked out by a stranger signs in by a link, even after more requests than are sent", async () => {
    const owner = await createOwner({ password: PASSWORD });
    const login = (password: string) =>
      send(`${app.url}/api/auth/login`, { json: { usernameOrEmail: owner.email, password } });
    for (let i = 0; i < 10; i++) await login(`guess ${i}`);
    expect((await login(PASSWORD)).status).toBe(429);
    const ask = () => send(`${app.url}/api/auth/sign-in-link`, { json: { email: owner.email } });
    let link = "";
    for (let i = 0; i < 5; i++) {
      site.mail.reset();
      expect((await ask()).status).toBe(200);
      link = await site.mail.linkTo(owner.email, SUBJECT);
    }
    await AccountToken.update({ expiresAt: new Date(Date.now() - 1) }, { where: {} });

    expect((await ask()).json).toEqual({ message: messages.auth.signInLinkSent });
    expect(await Mail.count({ where: { kind: "sign-in-link" } })).toBe(5);
    const pressed = await send(app.url + link, { form: { intent: "sign-in" } });
    expect([pressed.status, pressed.headers.get("location")]).toEqual([303, "/dashboard/overview"]);
  });

  test("the response over the limit does not reveal whether an account exists", async () => {
    const email = uniqueEmail();
    const ask = () => send(`${app.url}/api/auth/sign-in-link`, { json: { email } });
    for (let i = 0; i < 7; i++) {
      const { status, json } = await ask();
      expect([status, json]).toEqual([200, { message: messages.auth.signInLinkSent }]);
    }
  });
});
