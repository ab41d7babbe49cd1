import { describe, expect, test } from "vitest";
import { AccountToken, ApiKey, Identity, Mail, Session, type User } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { createOwner, signInAs, uniqueEmail } from "../../factories/index.ts";
import { retryWhileBusy } from "../../support/busy.ts";
import { readText } from "../../support/html.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const OLD = "correct horse battery";
const NEXT = "staple of another kind";

const forgot = (email: string) => site.send("/api/auth/forgot-password", { json: { email } });
const reset = (token: string, password = NEXT) =>
  site.send("/api/auth/reset-password", { json: { token, password } });
const signIn = (owner: User, password: string) =>
  site.send("/api/auth/login", { json: { usernameOrEmail: owner.email, password } });

async function tokenFor(owner: User): Promise<string> {
  await forgot(owner.email);
  return (await site.mail.linkTo(owner.email, /new password/)).split("token=")[1] ?? "";
}

describe("forgotten password", () => {
  test("a forgotten password is reset by the link in an email, which ends every session", async () => {
    const owner = await createOwner({ password: OLD });
    const { token: session, cookie } = await signInAs(owner);
    const { status, json } = await reset(await tokenFor(owner));
    expect([status, json.message]).toEqual([200, messages.auth.passwordReset]);
    expect([(await signIn(owner, OLD)).status, (await signIn(owner, NEXT)).status]).toEqual([401, 200]);
    expect((await site.send("/api/auth/me", { token: session })).status).toBe(401);
    expect((await site.send("/api/auth/me", { cookie })).status).toBe(401);
    expect(await Session.count({ where: { userId: owner.id, endedAt: null } })).toBe(1);
    expect((await site.mail.latest(owner.email, /was changed/)).text).toContain("forgot-password");
  });

  test("a password reset ends sign-ins with the old password that are under way", async () => {
    const owner = await createOwner({ password: OLD });
    const token = await tokenFor(owner);
    const signIns = Array.from({ length: 8 }, () => signIn(owner, OLD));
    const [{ status }, ...responses] = await Promise.all([reset(token), ...signIns]);
    expect(status).toBe(200);
    for (const { status, json } of responses)
      if (status === 200) expect((await site.send("/api/auth/me", { token: json.token })).status).toBe(401);
      else expect([status, json.code]).toEqual([401, "invalid_credentials"]);
    expect(await Session.count({ where: { userId: owner.id, endedAt: null } })).toBe(0);
  });

  test("a forgotten password is requested with the same response for a known, an unknown and a deactivated address", async () => {
    const [owner, closed] = [await createOwner(), await createOwner({ isActive: false })];
    for (const email of [owner.email, owner.email.toUpperCase(), uniqueEmail(), closed.email]) {
      const { status, json } = await forgot(email);
      expect([status, json]).toEqual([200, { message: messages.auth.resetSent }]);
    }
    expect((await Mail.findAll()).map(({ toAddress }) => toAddress)).toEqual([owner.email, owner.email]);
  });

  test("a forgotten password goes to the address as stored, not as typed", async () => {
    const owner = await createOwner({ email: "josé@example.com" });
    await forgot("jose@example.com");
    await forgot("JOSÉ@example.com");
    expect((await Mail.findAll()).map(({ toAddress }) => toAddress)).toEqual([owner.email]);
  });

  test("a password reset verifies a pending address: whoever opens its mail owns it", async () => {
    const owner = await createOwner({ emailVerifiedAt: null });
    await reset(await tokenFor(owner));
    expect((await signIn(owner, NEXT)).status).toBe(200);
  });
});

describe("link that sets a password", () => {
  test("a link that sets a password works once, of ten that use it at once", async () => {
    const token = await tokenFor(await createOwner());
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, i) => retryWhileBusy(() => reset(token, `${NEXT} ${i}`))),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)]);
  });

  test("a link that sets a password works for an hour, and the one before it ends when another is asked for", async () => {
    const owner = await createOwner();
    const first = await tokenFor(owner);
    const rows = await AccountToken.findAll();
    expect(rows.map(({ createdAt, expiresAt }) => expiresAt.getTime() - createdAt.getTime())).toEqual([
      3_600_000,
    ]);
    site.mail.reset();
    const second = await tokenFor(owner);
    const { status, json } = await reset(first);
    expect([status, json.errors]).toEqual([
      400,
      [{ field: "token", message: messages.auth.resetLinkInvalid }],
    ]);
    await AccountToken.update({ expiresAt: new Date(Date.now() - 1) }, { where: {} });
    expect((await reset(second)).status).toBe(400);
  });

  test("a link that sets a password is stored as a hash", async () => {
    const token = await tokenFor(await createOwner());
    expect(JSON.stringify(await AccountToken.findAll())).not.toContain(token);
  });

  test.each([null, "", 0, [], {}, "null", "nonsense", "a".repeat(43)])(
    "a link that sets a password is none as %j",
    async (token) => {
      const { status } = await site.send("/api/auth/reset-password", { json: { token, password: NEXT } });
      expect(status).toBe(400);
    },
  );

  test("a link that sets a password ends with a deactivated account", async () => {
    const owner = await createOwner();
    const token = await tokenFor(owner);
    await owner.update({ isActive: false });
    expect((await reset(token)).status).toBe(400);
  });

  test("an invalid reset link shows an error that links to no missing field", async () => {
    const { status, text } = await site.send(`/reset-password?token=${"a".repeat(43)}`, {
      form: { intent: "reset", password: NEXT },
    });
    expect([status, text.includes(messages.auth.resetLinkInvalid)]).toEqual([400, true]);
    expect(text).not.toContain("#reset-token");
  });

  test.each([
    ["12345", messages.fields.passwordShort],
    ["x".repeat(200), messages.fields.passwordLong],
    ["", messages.fields.passwordRequired],
    ["qwertyuiop", messages.fields.passwordCommon],
  ])(
    "a link that sets a password is not used up by a password that is refused: %j",
    async (password, message) => {
      const token = await tokenFor(await createOwner());
      const { status, json } = await reset(token, password);
      expect([status, json.errors]).toEqual([400, [{ field: "password", message }]]);
      expect((await reset(token)).status).toBe(200);
    },
  );

  test("a link that sets a password says all errors in one line, joined with a period", async () => {
    const { json } = await reset("nonsense", "short");
    expect(json.error).toBe(
      `${messages.auth.resetLinkInvalid.replace(/\.$/, "")}. ${messages.fields.passwordShort}`,
    );
  });
});

describe("pages, without script", () => {
  test("the pages, without script ask with a notice that is no success, set it, and lead to signing in", async () => {
    const owner = await createOwner({ password: OLD });
    const asked = await site.send("/forgot-password", { form: { intent: "send-link", email: owner.email } });
    expect([asked.status, asked.headers.get("location")]).toEqual([303, "/forgot-password"]);
    const [cookie = ""] = (asked.headers.getSetCookie()[0] ?? "").split(";");
    const page = (await site.send("/forgot-password", { cookie })).text;
    expect(page).toContain(messages.auth.resetSent);
    expect(page).not.toContain("note-verd");

    const link = await site.mail.linkTo(owner.email);
    const opened = await site.send(link);
    expect([opened.status, opened.headers.get("referrer-policy")]).toEqual([200, "same-origin"]);
    const short = await site.send(link, { form: { intent: "reset", password: "short" } });
    expect([short.status, readText(short.text, "title")]).toEqual([
      400,
      "Error: Set a new password | Attesto",
    ]);
    expect(short.text).not.toContain('value="short"');
    const done = await site.send(link, { form: { intent: "reset", password: NEXT } });
    expect([done.status, done.headers.get("location")]).toEqual([303, "/login"]);
    expect((await signIn(owner, NEXT)).status).toBe(200);
    const again = await site.send(link, { form: { intent: "reset", password: NEXT } });
    expect([again.status, again.text.includes("was already used or has expired")]).toEqual([400, true]);
  });

  test("the pages, without script name the other ways to sign in, as the mail does: a new password keeps them", async () => {
    const owner = await createOwner({ password: OLD });
    const createdAt = new Date();
    const made = { workspaceId: owner.workspace.id, createdByUserId: owner.id };
    const key = { ...made, name: "a", prefix: "att_x", scopes: "stats:read", createdAt };
    await ApiKey.bulkCreate([
      { ...key, keyHash: "0".repeat(64) },
      { ...key, keyHash: "1".repeat(64), revokedAt: createdAt },
    ]);
    const identity = { userId: owner.id, provider: "google" as const, issuer: "i", subject: "s" };
    await Identity.create({ ...identity, email: null, createdAt, lastUsedAt: createdAt });
    await forgot(owner.email);
    const done = await site.send(await site.mail.linkTo(owner.email), {
      form: { intent: "reset", password: NEXT },
    });
    const [cookie = ""] = (done.headers.getSetCookie()[0] ?? "").split(";");
    const stays = "These still give access to your account: one API key and google.";
    expect((await site.send("/login", { cookie })).text).toContain(stays);
    expect((await site.mail.latest(owner.email, /was changed/)).text).toContain(stays);
    expect(await Identity.count()).toBe(1);
  });

  test("the pages, without script say what is wrong with an address before anything is requested", async () => {
    const { status, text } = await site.send("/forgot-password", {
      form: { intent: "send-link", email: "nobody" },
    });
    expect([status, text.includes(messages.fields.emailShape)]).toEqual([400, true]);
  });
});
