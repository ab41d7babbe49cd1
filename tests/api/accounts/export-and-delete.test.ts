import { describe, expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { DAY, MINUTE } from "#app/lib/dates.ts";
import {
  ApiKey,
  Delivery,
  Mail,
  OptInForm,
  Platform,
  Session,
  Submission,
  User,
  Workspace,
} from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { deactivateAccount } from "#app/services/accounts/deactivate-account.server.ts";
import { deleteAccount } from "#app/services/accounts/delete-account.server.ts";
import { createApiKey } from "#app/services/auth/credentials/manage-api-keys.server.ts";
import { queueMail } from "#app/services/mail/queue-mail.server.ts";
import { saveSpend } from "#app/services/spend/save-spend.server.ts";
import { uploadSpendFiles } from "#app/services/spend/upload-spend.server.ts";
import { uploadStatement } from "#app/services/statements/upload-statement.server.ts";
import { storeFile } from "#app/services/uploads/uploads.server.ts";
import {
  connectMeta,
  createForm,
  createOwner,
  type Owner,
  signInAs,
  submitForm,
  toAccess,
} from "../../factories/index.ts";
import { expectTotalsToBeTrue } from "../../support/counts.ts";
import { eventually } from "../../support/eventually.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const ISO_TEXT = /^"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"$/;
const PASSWORD = "correct horse battery";
const account = "/dashboard/settings/account";
const headers = { "sec-fetch-site": "same-origin" };
const old = (sessionId: string) =>
  Session.update({ authenticatedAt: new Date(Date.now() - DAY) }, { where: { id: sessionId } });

/** A file of spend, and what a campaign cost on a day. */
async function addSpend(owner: Owner): Promise<void> {
  const workspaceId = owner.workspace.id;
  const file = await storeFile({ workspaceId, name: "meta.csv" }, [Buffer.from("Day,Spend\n")]);
  const { uploaded } = await uploadSpendFiles({ access: toAccess(owner), files: [file] });
  const campaign = { objectId: "1", name: "Summer" };
  const row = {
    day: "2026-11-02",
    adPlatform: "meta",
    accountId: "",
    campaign,
    adSet: null,
    ad: null,
    source: null,
    currency: "EUR",
    amount: "5",
    impressions: 1,
    clicks: 0,
    conversions: null,
  };
  const importId = uploaded[0]?.id ?? "";
  const reading = { workspaceId, origin: "file", importId, reportedAt: new Date() } as const;
  await inTransaction((transaction) => saveSpend(reading, [row], transaction));
}

describe("GET /api/user/export", () => {
  test("GET /api/user/export is a file with all of the account's data and no credential", async () => {
    const owner = await createOwner({ password: PASSWORD });
    const form = await createForm({ owner });
    await form.row.update({
      eventNames: JSON.stringify({ meta: "Subscribe" }),
      sendTo: JSON.stringify(["meta"]),
    });
    await connectMeta(owner, { accessToken: "sandbox-token" });
    const [sent, pending] = [await submitForm(form), await submitForm(form)];
    const foreign = await submitForm(await createForm());
    const { token, cookie } = await signInAs(owner);
    const { key } = await createApiKey({
      access: toAccess(owner),
      user: owner,
      input: { name: "Reports", scopes: ["stats:read"] },
    });
    expect((await site.decide(token, sent.id, { status: "handled" })).json.eventStatus).toBe("sent");
    const statement = { access: toAccess(owner), platformId: sent.platformId, fileName: "april.csv" };
    await uploadStatement({ ...statement, file: Buffer.from("Login;Amount\n1;2\n") });
    await addSpend(owner);
    const { status, text, json, headers: responseHeaders } = await site.send("/api/user/export", { cookie });
    expect([
      status,
      responseHeaders.get("content-disposition"),
      responseHeaders.get("cache-control"),
    ]).toEqual([200, 'attachment; filename="attesto-export.json"', "no-store, no-transform"]);
    expect(json.user).toMatchObject({ _id: owner.id, email: owner.email });
    expect(json.forms).toEqual([expect.objectContaining({ _id: form.id, slug: form.slug })]);
    expect(json.platforms).toEqual([expect.objectContaining({ id: form.platforms[0]?.id })]);
    expect(json.apiKeys).toEqual([expect.objectContaining({ name: "Reports" })]);
    expect(json.statements).toMatchObject([
      { fileName: "april.csv", file: Buffer.from("Login;Amount\n1;2\n").toString("base64") },
    ]);
    expect(json.statementEvidence).toEqual([]);
    expect(json.spendImports).toMatchObject([
      { name: "meta.csv", file: Buffer.from("Day,Spend\n").toString("base64") },
    ]);
    expect(json.spend).toMatchObject([
      { day: "2026-11-02", campaign: { id: "1", name: "Summer" }, ad: null, currency: "EUR" },
    ]);
    expect(json.connections).toEqual([expect.objectContaining({ provider: "meta" })]);
    expect(json.sessions).toHaveLength(1);
    expect(json.submissions.map(({ _id }: { _id: string }) => _id).sort()).toEqual(
      [sent.id, pending.id].sort(),
    );
    const whole = json.submissions.find(({ _id }: { _id: string }) => _id === sent.id);
    expect(whole).toMatchObject({
      status: "handled",
      formData: { email: sent.email, amount: "250.00", currency: "EUR" },
      claimed: { amount: "250.00", currency: "EUR" },
      createdAt: sent.createdAt.toISOString(),
      handledAt: expect.stringMatching(ISO),
      deliveries: [{ platform: "meta", attempts: [{ outcome: "accepted", at: expect.stringMatching(ISO) }] }],
    });
    // The same on both databases: no 0 and 1, no local times, no digits that the currency does not have.
    expect(json.forms[0]).toMatchObject({
      isActive: true,
      allowRepeat: false,
      withoutAmount: "lead",
      deletedAt: null,
      eventNames: { meta: "Subscribe" },
      sendTo: ["meta"],
      selectedPlatforms: [form.platforms[0]?.id],
    });
    expect(json.notifications).toContainEqual(
      expect.objectContaining({ title: "A new API key was created", href: expect.any(String), readAt: null }),
    );
    expect(json.platforms[0]).toMatchObject({ isDefault: true, archivedAt: null });
    for (const [, name, at] of text.matchAll(/"(\w*At)":("[^"]*"|\d+)/g))
      expect([name, at]).toEqual([name, expect.stringMatching(ISO_TEXT)]);
    expect(text).not.toContain(foreign.id);
    for (const secret of [key, "sandbox-token", "argon2", "Hash", 'credential"'])
      expect(text).not.toContain(secret);
  });

  test("GET /api/user/export asks for recent authentication", async () => {
    const { cookie, sessionId } = await signInAs(await createOwner());
    await old(sessionId);
    const { status, json } = await site.send("/api/user/export", { cookie });
    expect([status, json.code]).toEqual([403, "reauthentication_required"]);
    expect((await site.send(account, { cookie })).text).not.toContain('href="/api/user/export"');
  });
});

describe("DELETE /api/user", () => {
  test("DELETE /api/user ends the account at once and erases what it owns, and nothing of others", async () => {
    const owner = await createOwner({ password: PASSWORD });
    const { email, username } = owner;
    const form = await createForm({ owner });
    await connectMeta(owner, { accessToken: "sandbox-500" });
    const submission = await submitForm(form);
    await submitForm(form);
    const foreign = await submitForm(await createForm());
    const [here, elsewhere] = [await signInAs(owner), await signInAs(owner)];
    const input = { name: "Reports", scopes: ["submissions:read" as const] };
    const { key } = await createApiKey({ access: toAccess(owner), user: owner, input });
    await site.decide(here.token, submission.id, { status: "handled" });
    expect((await site.send(`/optin/${form.slug}`)).status).toBe(200);

    const { status, text } = await site.send("/api/user", { method: "DELETE", token: here.token });
    expect([status, text]).toEqual([204, ""]);
    for (const token of [here.token, elsewhere.token, key])
      expect((await site.send("/api/optin/dashboard/submissions", { token })).status).toBe(401);
    const signIn = { usernameOrEmail: email, password: PASSWORD };
    expect((await site.send("/api/auth/login", { json: signIn })).status).toBe(401);
    expect((await site.send(`/optin/${form.slug}`)).status).toBe(404);
    expect((await site.submit(form)).status).toBe(404);
    expect(await User.count({ where: { emailKey: email } })).toBe(0);
    await createOwner({ email, username });
    expect((await site.mail.latest(email)).subject).toContain("deleted");

    // Until a while has passed, submissions may arrive.
    const { id } = owner.workspace;
    await Workspace.update({ deleteRequestedAt: new Date(Date.now() - MINUTE) }, { where: { id } });
    await eventually(async () => expect(await User.findByPk(owner.id)).toBeNull());
    const own = { where: { workspaceId: owner.workspace.id } };
    const left = [
      ...[Submission, Delivery, OptInForm, Platform, ApiKey].map((model) =>
        (model as typeof Submission).count(own),
      ),
      Session.count({ where: { userId: owner.id } }),
    ];
    expect(await Promise.all(left)).toEqual([0, 0, 0, 0, 0, 0]);
    await eventually(async () => expect(await Mail.count({ where: { toAddress: email } })).toBe(0));
    expect(await Submission.count({ where: { id: foreign.id } })).toBe(1);
    await expectTotalsToBeTrue();
  });

  test("DELETE /api/user erases every email to the account, the one about the deletion once it is handed over", async () => {
    const { id: userId, email: to } = await createOwner();
    const { token } = await signInAs(await User.findByPk(userId, { rejectOnEmpty: true }));
    const retriedLater = { dueAt: new Date(Date.now() + DAY) };
    await inTransaction((transaction) =>
      queueMail({ kind: "deactivated", to, userId, props: { name: "Iria" } }, transaction),
    );
    await eventually(async () => expect(await Mail.count({ where: { state: "sent", userId } })).toBe(1));
    await inTransaction(async (transaction) => {
      await queueMail({ kind: "deactivated", to, userId, props: { name: "Iria" } }, transaction);
      await Mail.update(retriedLater, { where: { userId, state: "queued" }, transaction });
    });
    expect((await site.send("/api/user", { method: "DELETE", token })).status).toBe(204);
    expect(await Mail.count({ where: { userId } })).toBe(0);
    expect((await site.mail.latest(to, /deleted/)).envelopeTo).toEqual([to]);
    await eventually(async () => expect(await Mail.count()).toBe(0));
  });

  test.each([
    ["deletions", "deleted", (id: string) => deleteAccount({ userId: id })],
    ["deactivations", "deactivated", deactivateAccount],
  ])("fifty %s at once send one email, to the account's address", async (_what, kind, leave) => {
    const { id, email } = await createOwner();
    const mails: string[] = [];
    const note = (mail: Mail) => void mails.push(`${mail.kind} ${mail.toAddress}`);
    Mail.addHook("afterCreate", "note", note);
    await Promise.all(Array.from({ length: 50 }, () => leave(id))).finally(() =>
      Mail.removeHook("afterCreate", "note"),
    );
    expect(mails).toEqual([`${kind} ${email}`]);
  });

  test("DELETE /api/user asks for recent authentication", async () => {
    const owner = await createOwner();
    const { token, sessionId } = await signInAs(owner);
    await old(sessionId);
    const { status, json } = await site.send("/api/user", { method: "DELETE", token });
    expect([status, json.code]).toEqual([403, "reauthentication_required"]);
    expect((await User.findByPk(owner.id))?.deleteRequestedAt).toBeNull();
  });

  test("DELETE /api/user keeps the last superadmin", async () => {
    const owner = await createOwner({ role: "superadmin" });
    const { token, cookie } = await signInAs(owner);
    const { status, json } = await site.send("/api/user", { method: "DELETE", token });
    expect([status, json.code]).toEqual([409, "last_superadmin"]);
    const form = { intent: "delete", username: owner.username };
    const page = await site.send(`${account}/delete`, { form, cookie, headers });
    expect([page.status, page.text.includes(messages.auth.lastSuperadmin)]).toEqual([409, true]);
    const closed = await site.send(account, { form: { intent: "deactivate" }, cookie, headers });
    const flash = closed.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    expect((await site.send(account, { cookie: `${cookie}; ${flash}` })).text).toContain(
      messages.auth.lastSuperadmin,
    );
  });
});

describe("leaving on the page without script", () => {
  test("deletes only with the username typed", async () => {
    const owner = await createOwner();
    const { cookie } = await signInAs(owner);
    const path = `${account}/delete`;
    for (const username of ["", owner.username.toUpperCase(), "another"]) {
      const { status, text } = await site.send(path, {
        form: { intent: "delete", username },
        cookie,
        headers,
      });
      expect([status, text.includes(messages.leaving.typeUsername)]).toEqual([400, true]);
    }
    expect((await User.findByPk(owner.id))?.deleteRequestedAt).toBeNull();
    const form = { intent: "delete", username: owner.username };
    const { status, headers: responseHeaders } = await site.send(path, { form, cookie, headers });
    expect([status, responseHeaders.get("location")]).toEqual([303, "/login"]);
    const flash = responseHeaders
      .getSetCookie()
      .find((line) => line.startsWith("attesto_flash"))
      ?.split(";")[0];
    expect((await site.send("/login", { cookie: flash ?? "" })).text).toContain(messages.leaving.deleted);
    expect((await User.findByPk(owner.id))?.deleteRequestedAt).not.toBeNull();
  });

  test("leaving on the page without script deactivates, signs out and says so", async () => {
    const owner = await createOwner();
    const { cookie, token } = await signInAs(owner);
    const { status, headers: responseHeaders } = await site.send(account, {
      form: { intent: "deactivate" },
      cookie,
      headers,
    });
    expect([status, responseHeaders.get("location")]).toEqual([303, "/login"]);
    const flash = responseHeaders
      .getSetCookie()
      .find((line) => line.startsWith("attesto_flash"))
      ?.split(";")[0];
    expect((await site.send("/login", { cookie: flash ?? "" })).text).toContain(
      messages.auth.accountDeactivated,
    );
    expect((await site.send("/api/user/profile", { token })).status).toBe(401);
    expect((await User.findByPk(owner.id))?.isActive).toBe(false);
  });
});
