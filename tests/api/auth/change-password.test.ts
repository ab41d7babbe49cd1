import { describe, expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { AccountToken, Mail, Session, type User } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { issueToken } from "#app/services/auth/credentials/one-time-tokens.server.ts";
import { createOwner, signInAs } from "../../factories/index.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const PASSWORD = "correct horse battery";
const NEXT = "staple of another kind";

const change = (token: string, json: unknown) => site.send("/api/user/change-password", { token, json });
const signIn = (owner: User, password: string) =>
  site.send("/api/auth/login", { json: { usernameOrEmail: owner.email, password } });

describe("account without a password", () => {
  test("an account without a password gets a link by mail that sets one", async () => {
    const owner = await createOwner();
    const { cookie } = await signInAs(owner);
    const page = "/dashboard/settings/password";
    expect((await site.send(page, { cookie })).text).toContain("Mail me a link to set a password");
    const { status, headers } = await site.send(page, {
      form: { intent: "send-link" },
      cookie,
      headers: { "sec-fetch-site": "same-origin" },
    });
    expect([status, headers.get("location")]).toEqual([303, page]);
    const flash = headers.getSetCookie()[0]?.split(";")[0] ?? "";
    expect((await site.send(page, { cookie: `${cookie}; ${flash}` })).text).toContain(
      messages.profile.passwordLinkSent,
    );
    const link = await site.mail.linkTo(owner.email);
    expect((await site.send(link, { form: { intent: "reset", password: NEXT } })).status).toBe(303);
    expect((await signIn(owner, NEXT)).status).toBe(200);
  });
});

describe("POST /api/user/change-password", () => {
  test("POST /api/user/change-password changes it, ends the other sessions and open links, and tells the owner", async () => {
    const owner = await createOwner({ password: PASSWORD });
    const [here, elsewhere] = [await signInAs(owner), await signInAs(owner)];
    await inTransaction((transaction) =>
      issueToken({ userId: owner.id, purpose: "reset-password" }, transaction),
    );
    const { status, text } = await change(here.token, { currentPassword: PASSWORD, newPassword: NEXT });
    expect([status, text]).toEqual([204, ""]);
    expect((await signIn(owner, PASSWORD)).status).toBe(401);
    expect((await signIn(owner, NEXT)).status).toBe(200);
    expect((await site.send("/api/user/profile", { token: here.token })).status).toBe(200);
    expect((await site.send("/api/user/profile", { token: elsewhere.token })).status).toBe(401);
    expect(await AccountToken.count({ where: { userId: owner.id, usedAt: null } })).toBe(0);
    const mails = await Mail.findAll();
    expect(mails.map(({ kind, toAddress }) => [kind, toAddress])).toEqual([
      ["password-changed", owner.email],
    ]);
  });

  test("POST /api/user/change-password leaves another account's sessions alone", async () => {
    const [owner, other] = [await createOwner({ password: PASSWORD }), await createOwner()];
    const [{ token }, theirs] = [await signInAs(owner), await signInAs(other)];
    expect((await change(token, { currentPassword: PASSWORD, newPassword: NEXT })).status).toBe(204);
    expect((await site.send("/api/user/profile", { token: theirs.token })).status).toBe(200);
  });

  test("POST /api/user/change-password refuses a wrong current password at its field and changes nothing", async () => {
    const owner = await createOwner({ password: PASSWORD });
    const [here, elsewhere] = [await signInAs(owner), await signInAs(owner)];
    const { status, json } = await change(here.token, { currentPassword: "wrong", newPassword: NEXT });
    expect([status, json.errors]).toEqual([
      400,
      [{ field: "currentPassword", message: messages.profile.wrongPassword }],
    ]);
    expect((await signIn(owner, PASSWORD)).status).toBe(200);
    expect((await site.send("/api/user/profile", { token: elsewhere.token })).status).toBe(200);
    expect(await Mail.count()).toBe(0);
  });

  test("POST /api/user/change-password lets one of two changes at once through", async () => {
    const owner = await createOwner({ password: PASSWORD });
    const { token } = await signInAs(owner);
    const responses = await Promise.all(
      [NEXT, `${NEXT} 2`].map((newPassword) => change(token, { currentPassword: PASSWORD, newPassword })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 400]);
  });

  test.each<[newPassword: (owner: User) => string, message: string]>([
    [() => "short", messages.fields.passwordShort],
    [() => "x".repeat(129), messages.fields.passwordLong],
    [() => "password123", messages.fields.passwordCommon],
    [({ username }) => `my ${username}!`, messages.fields.passwordTelling],
    [() => "Attesto for ever", messages.fields.passwordTelling],
  ])("POST /api/user/change-password refuses a new password that is none", async (newPassword, message) => {
    const owner = await createOwner({ password: PASSWORD });
    const { token } = await signInAs(owner);
    const { status, json } = await change(token, {
      currentPassword: PASSWORD,
      newPassword: newPassword(owner),
    });
    expect([status, json.errors]).toEqual([400, [{ field: "newPassword", message }]]);
  });

  test("POST /api/user/change-password cannot be changed if there is none", async () => {
    const { token } = await signInAs(await createOwner());
    const { status, json } = await change(token, { currentPassword: PASSWORD, newPassword: NEXT });
    expect([status, json.error]).toEqual([400, messages.profile.noPassword]);
  });
});

describe("password page without script", () => {
  const path = "/dashboard/settings/password";
  const headers = { "sec-fetch-site": "same-origin" };

  test("the password page without script changes it and replaces the cookie: the old one is refused", async () => {
    const owner = await createOwner({ password: PASSWORD });
    const { cookie, sessionId } = await signInAs(owner);
    const form = { intent: "change", currentPassword: PASSWORD, newPassword: NEXT };
    const response = await site.send(path, { form, cookie, headers });
    expect([response.status, response.headers.get("location")]).toEqual([303, path]);
    const [session = "", flash = ""] = response.headers
      .getSetCookie()
      .map((line) => line.split(";")[0] ?? "");
    expect((await site.send("/api/user/profile", { cookie })).status).toBe(401);
    expect((await site.send(path, { cookie: `${session}; ${flash}` })).text).toContain(
      messages.profile.passwordUpdated,
    );
    expect(await Session.count({ where: { id: sessionId, endedAt: null } })).toBe(1);
  });

  test("the password page without script shows the error and sends no password back", async () => {
    const { cookie } = await signInAs(await createOwner({ password: PASSWORD }));
    const form = { intent: "change", currentPassword: "something wrong", newPassword: NEXT };
    const { status, text } = await site.send(path, { form, cookie, headers });
    expect(status).toBe(400);
    expect(text).not.toContain(messages.profile.passwordFailed);
    expect(text).toContain(messages.profile.wrongPassword);
    expect(text).not.toContain("something wrong");
    expect(text).not.toContain(NEXT);
  });

  test("the password page without script shows no form to an account without a password", async () => {
    const { cookie } = await signInAs(await createOwner());
    expect((await site.send(path, { cookie })).text).toContain(messages.profile.passwordNone);
  });
});
