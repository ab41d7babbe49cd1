import { describe, expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { AccountToken, Mail, type User } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import {
  sendEmailChangeEmail,
  sendVerificationEmail,
} from "#app/services/auth/registration/account-emails.server.ts";
import { createOwner, signInAs, uniqueEmail } from "../../factories/index.ts";
import { readCookie } from "../../support/cookies.ts";
import { readText } from "../../support/html.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();

async function newcomer(): Promise<{ user: User; link: string }> {
  const user = await createOwner({ emailVerifiedAt: null });
  await inTransaction((transaction) => sendVerificationEmail(user, transaction));
  return { user, link: await site.mail.linkTo(user.email) };
}
const isVerified = async (user: User) => (await user.reload()).emailVerifiedAt !== null;

describe("link that verifies an address", () => {
  test("the link that verifies an address is used by the page's button, because mail scanners open links", async () => {
    const { user, link } = await newcomer();
    for (let i = 0; i < 3; i++) {
      const { status, text, headers } = await site.send(link);
      expect([status, readText(text, "h1")]).toEqual([200, "Verify your email"]);
      expect(text).toContain("Verifying your email...");
      expect([headers.get("referrer-policy"), headers.get("x-robots-tag")]).toEqual([
        "same-origin",
        "noindex",
      ]);
    }
    expect(await isVerified(user)).toBe(false);
    const { status, headers } = await site.send(link, { form: { intent: "verify" } });
    expect([status, headers.get("location")]).toEqual([303, link]);
    expect(await isVerified(user)).toBe(true);
  });

  test("the link that verifies an address repeats its result when its page is reloaded, in the browser that used it", async () => {
    const { link } = await newcomer();
    const used = await site.send(link, { form: { intent: "verify" } });
    const cookie = readCookie(used, "attesto_verified");
    for (let i = 0; i < 2; i++) {
      const { status, text, headers } = await site.send(link, { cookie });
      expect([status, text.includes(messages.auth.verified)]).toEqual([200, true]);
      // The sign-in page says it once more, and without script is gone on to.
      expect(text).toContain('<meta http-equiv="refresh" content="2.5; url=/login"/>');
      const flash = readCookie({ headers }, "attesto_flash");
      expect((await site.send("/login", { cookie: flash })).text).toContain(messages.auth.verified);
    }
    const other = await newcomer();
    expect((await site.send(other.link, { cookie })).text).not.toContain(messages.auth.verified);
  });

  test("the link that verifies an address works once", async () => {
    const { link } = await newcomer();
    const responses = await Promise.all(Array.from({ length: 8 }, () => site.send(`/api/auth${link}`)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)]);
    for (const { status, json } of responses)
      if (status === 400)
        expect([json.code, json.error]).toEqual(["invalid_link", messages.auth.linkInvalid]);
  });

  test("the link that verifies an address works for a day", async () => {
    const { user, link } = await newcomer();
    const { createdAt, expiresAt } = await AccountToken.findOne({
      where: { userId: user.id },
      rejectOnEmpty: true,
    });
    expect(expiresAt.getTime() - createdAt.getTime()).toBe(24 * 3_600_000);
    await AccountToken.update({ expiresAt: new Date(Date.now() - 1) }, { where: {} });
    expect((await site.send(link, { form: { intent: "verify" } })).text).toContain(messages.auth.linkInvalid);
    expect(await isVerified(user)).toBe(false);
  });

  test.each([
    "",
    "?token=",
    "?token=nonsense",
    `?token=${"a".repeat(43)}`,
    "?token[]=a",

    "?token=null",
    "?token=0",
  ])("the link that verifies an address is invalid as %j", async (query) => {
    const api = await site.send(`/api/auth/verify-email${query}`);
    expect([api.status, api.json.error]).toEqual([400, messages.auth.linkInvalid]);
    const { status, text } = await site.send(`/verify-email${query}`, { form: { intent: "verify" } });
    expect([status, text.includes(messages.auth.linkInvalid)]).toEqual([400, true]);
  });

  test("the link that verifies an address says so at once when there is none, and leads to signing in", async () => {
    const { status, text } = await site.send("/verify-email");
    expect([status, text.includes(messages.auth.linkInvalid)]).toEqual([400, true]);
    expect(text).toContain('href="/login"');
  });

  test("the link that verifies an address does not reset a password, and a reset link does not verify an email", async () => {
    const { user, link } = await newcomer();
    const token = link.split("token=")[1];
    const json = { token, password: "another long one" };
    expect((await site.send("/api/auth/reset-password", { json })).status).toBe(400);
    await site.send("/api/auth/forgot-password", { json: { email: user.email } });
    const reset = await site.mail.linkTo(user.email, /new password/);
    expect((await site.send(`/api/auth/verify-email?token=${reset.split("token=")[1]}`)).status).toBe(400);
    expect((await site.send(`/api/auth${link}`)).status).toBe(200);
  });

  test("the link that verifies an address is never built from the Host header", async () => {
    const { user } = await newcomer();
    await site.send("/api/auth/resend-verification", {
      json: { email: user.email },
      headers: { "x-forwarded-host": "evil.example", forwarded: "host=evil.example" },
    });
    expect((await site.mail.latest(user.email)).text).not.toContain("evil.example");
  });
});

describe("link asked for once more", () => {
  test("a link asked for once more leaves the one before valid, and both end once one is used", async () => {
    const { user, link } = await newcomer();
    site.mail.reset();
    const { status, json } = await site.send("/api/auth/resend-verification", {
      json: { email: user.email },
    });
    expect([status, json.message]).toEqual([200, messages.auth.verificationSent]);
    const next = await site.mail.linkTo(user.email);
    expect((await site.send(`/api/auth${link}`)).status).toBe(200);
    for (const ended of [link, next]) expect((await site.send(`/api/auth${ended}`)).status).toBe(400);
  });

  test("a link asked for once more gives the same response and sends nothing for an address that is not pending", async () => {
    const owner = await createOwner();
    for (const email of [owner.email, uniqueEmail()]) {
      const { status, json } = await site.send("/api/auth/resend-verification", { json: { email } });
      expect([status, json.message]).toEqual([200, messages.auth.verificationSent]);
    }
    expect(await Mail.count()).toBe(0);
  });

  test("a link asked for once more is asked for on the page too", async () => {
    const { user } = await newcomer();
    const { status, headers } = await site.send("/verify-email-pending", {
      form: { intent: "send-link", email: user.email },
    });
    expect([status, headers.get("location")]).toEqual([303, "/verify-email-pending"]);
  });
});

describe("link that changes an address", () => {
  async function change(to = uniqueEmail()) {
    const owner = await createOwner();
    const before = owner.email;
    await inTransaction((transaction) => sendEmailChangeEmail(owner, to, transaction));
    return { owner, before, to, link: await site.mail.linkTo(to) };
  }

  test("the link that changes an address changes the account's address and notifies the old one", async () => {
    const { owner, before, to, link } = await change();
    const { status, json } = await site.send(`/api/auth${link}`);
    expect([status, json.message]).toEqual([200, messages.auth.verified]);
    expect(await owner.reload()).toMatchObject({ email: to, emailKey: to });
    expect((await site.mail.latest(before)).subject).toBe("Your Attesto email was changed");
  });

  test("the link that changes an address changes nothing once the address is another account's", async () => {
    const { owner, before, to, link } = await change();
    await createOwner({ email: to });
    expect((await site.send(`/api/auth${link}`)).json.error).toBe(messages.auth.linkInvalid);
    expect((await owner.reload()).email).toBe(before);
  });

  test("the link that changes an address ends the links that were mailed to the old address, and leaves the sessions", async () => {
    const { owner, before, link } = await change();
    const { token } = await signInAs(owner);
    await site.send("/api/auth/forgot-password", { json: { email: before } });
    const reset = await site.mail.linkTo(before);
    await site.send(`/api/auth${link}`);
    const json = { token: reset.split("token=")[1], password: "another long one" };
    expect((await site.send("/api/auth/reset-password", { json })).status).toBe(400);
    expect((await site.send("/api/auth/me", { token })).status).toBe(200);
  });
});
