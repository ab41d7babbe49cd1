import { describe, expect, test } from "vitest";
import { sequelize } from "#app/database/connection.server.ts";
import { deleteOldRows } from "#app/jobs/retentions.server.ts";
import {
  AuditEntry,
  BrokerShape,
  ContactMessage,
  JobRun,
  Mail,
  NewsFeed,
  RateSource,
  Session,
  Submission,
  SupportAccess,
  type User,
  Workspace,
} from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { recordJobRun } from "#app/services/admin/job-runs.server.ts";
import { changeMemberRole, removeMember, transferOwnership } from "#app/services/team/members.server.ts";
import type { MemberAccess } from "#app/services/workspaces/access.server.ts";
import {
  addMember,
  connectMeta,
  createForm,
  createMember,
  createOwner,
  type Owner,
  signInAs,
  submitForm,
  toAccess,
} from "../../factories/index.ts";
import { readCookie } from "../../support/cookies.ts";
import { readFlash } from "../../support/flash.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const { admin, support } = messages;
const headers = { "sec-fetch-site": "same-origin" };
const PAGES = [
  "/admin",
  "/admin/users",
  "/admin/messages",
  "/admin/audit-log",
  "/admin/audit-log/export",
  "/admin/system",
];

const sign = async (role: "user" | "admin" | "superadmin") => {
  const user = await createOwner({ role });
  return { user, ...(await signInAs(user)) };
};
const post = (cookie: string, path: string, form: Record<string, string>) =>
  site.send(path, { form, cookie, headers });

describe("pages below /admin", () => {
  test("the pages below /admin are there for administrators, and lead everybody else to the same missing page", async () => {
    const target = await createOwner();
    const [staff, stranger] = [await sign("admin"), await sign("user")];
    const pages = [...PAGES, `/admin/users/${target.id}`, `/admin/users/${target.id}/delete`];
    for (const path of pages) {
      expect([path, (await site.send(path, { cookie: staff.cookie })).status]).toEqual([path, 200]);
      const spellings = [path, path.toUpperCase(), path.replace("a", "%61"), `${path}/`, `${path}?x=1`];
      for (const spelling of [...spellings, "/admin/nowhere"]) {
        const { status, headers: sent } = await site.send(spelling, { cookie: stranger.cookie });
        expect([spelling, status, sent.get("location")]).toEqual([spelling, 302, "/not-found"]);
        const signedOut = await site.send(spelling);
        expect([spelling, signedOut.headers.get("location")?.split("?")[0]]).toEqual([spelling, "/login"]);
      }
    }
    expect((await site.send("/admin/nowhere", { cookie: staff.cookie })).status).toBe(404);
  });

  test("the pages below /admin answer everybody else's POST as a page that does not exist does", async () => {
    const target = await createOwner();
    const [staff, stranger] = [await sign("admin"), await sign("user")];
    const pages = [...PAGES, `/admin/users/${target.id}`, `/admin/users/${target.id}/delete`];
    for (const path of [...pages, "/admin/nowhere", "/ADMIN/%75sers"]) {
      const form = { intent: "delete" };
      const posted = await post(stranger.cookie, path, form);
      expect([path, posted.status, posted.headers.get("location")]).toEqual([path, 302, "/not-found"]);
      const signedOut = await site.send(path, { form, headers });
      expect([path, signedOut.status]).toEqual([path, 303]);
      expect(signedOut.headers.get("location")).toMatch(/^\/login\?/);
    }
    for (const path of ["/admin", "/admin/system", "/admin/audit-log/export", "/admin/nowhere"]) {
      const posted = await post(staff.cookie, path, { intent: "delete" });
      expect([path, posted.status, posted.headers.get("allow")]).toEqual([path, 405, "GET, HEAD"]);
    }
  });

  test("the pages below /admin put the contact messages away and back", async () => {
    const { user, cookie } = await sign("admin");
    const row = { name: "Iria Vidal", email: "iria@example.com", company: null, subject: "sales" as const };
    const { id } = await ContactMessage.create({ ...row, message: "Two\nlines", createdAt: new Date() });
    const page = async (view = "") => (await site.send(`/admin/messages${view}`, { cookie })).text;
    expect(await page()).toContain("Two\nlines");
    expect(await page("?view=handled")).toContain("Nothing was handled yet");
    const handled = await post(cookie, "/admin/messages", { intent: "handle", messageId: id });
    expect(readFlash(handled)).toBe(admin.messageHandled);
    expect(await page()).toContain("Every message is handled");
    expect(await page("?view=handled")).toContain(`handled by <!-- -->${user.username}`);
    const back = await post(cookie, "/admin/messages", { intent: "reopen", messageId: id });
    expect(readFlash(back)).toBe(admin.messageReopened);
    expect(await page()).toContain("Iria Vidal");
    expect((await post(cookie, "/admin/messages", { intent: "handle", messageId: "no" })).status).toBe(404);
    const entries = await AuditEntry.findAll({ order: [["id", "ASC"]] });
    expect(entries.map(({ action }) => action)).toEqual(["message.handled", "message.reopened"]);
    for (const { detail } of entries) expect(detail).toMatch(/^Sales, received 20/);
    for (const { ip } of entries) expect(ip).not.toBeNull();
    expect(entries).toMatchObject([{ actorUserId: user.id }, { actorUserId: user.id }]);
    expect(JSON.stringify(entries)).not.toMatch(/Iria|example\.com/);
  });

  test("the pages below /admin filter the audit log, export it as CSV that no spreadsheet runs, and forget it after two years", async () => {
    const { user, cookie } = await sign("admin");
    const entry = { actorUserId: user.id, targetUserId: null, ip: "192.0.2.1", createdAt: new Date() };
    await AuditEntry.bulkCreate([
      { ...entry, action: "role.changed", actorName: "=cmd", targetName: "Ann", detail: "user to admin" },
      { ...entry, action: "user.deleted", actorName: "boss", targetName: "Bob_1", detail: null },
    ]);
    const page = async (query: string) => (await site.send(`/admin/audit-log?${query}`, { cookie })).text;
    expect(await page("action=user.deleted")).not.toContain("user to admin");
    expect(await page("search=b_1")).toContain("Bob_1");
    expect(await page("search=bx1")).toContain("No entries match");
    expect(await page("user=%C3%BC")).toContain("not valid and are ignored");
    expect(await page("to=2020-01-01")).toContain("No entries match");
    const reversed = await site.send("/admin/audit-log/export?from=2020-11-24&to=2020-11-01", { cookie });
    expect(reversed.text).toContain("Changed a role");
    expect(await page("page=99")).toContain("Go to the last page");
    const file = await site.send("/admin/audit-log/export?action=role.changed", { cookie });
    expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(file.headers.get("content-disposition")).toMatch(/audit-log-\d{4}-\d\d-\d\d\.csv/);
    const [head, line, end] = file.text.replace("\ufeff", "").split("\r\n");
    expect(head).toBe('"Time (UTC)","Action","By","User","Details","IP address"');
    expect(line).toMatch(/Z","Changed a role","'=cmd","Ann","user to admin","192\.0\.2\.1"$/);
    expect(end).toBe("");
    const sheet = await site.send("/admin/audit-log/export?action=role.changed&format=xlsx", { cookie });
    expect(sheet.headers.get("content-disposition")).toMatch(/audit-log-[\d-]{10}\.xlsx/);
    expect(sheet.text).toMatch(/^PK/);
    await AuditEntry.update(
      { createdAt: new Date(Date.now() - 731 * 86_400_000) },
      { where: { actorName: "boss" } },
    );
    await deleteOldRows("old audit entries");
    expect(await AuditEntry.count()).toBe(1);
  });

  test("the pages below /admin show queues, the last run of each job and connections that fail", async () => {
    const { cookie } = await sign("admin");
    const owner = await createOwner();
    const connection = await connectMeta(owner);
    await connection.update({ status: "invalid" });
    const startedAt = new Date();
    await recordJobRun({ name: "a job", startedAt, durationMs: 5, error: null });
    // A minute has not passed: the next good run is not written, a failure is.
    await recordJobRun({ name: "a job", startedAt: new Date(+startedAt + 1), durationMs: 7, error: null });
    expect(await JobRun.findByPk("a job")).toMatchObject({ durationMs: 5, error: null });
    const failure = { startedAt: new Date(+startedAt + 2), error: new RangeError("secret") };
    await recordJobRun({ name: "a job", durationMs: 9, ...failure });
    expect(await JobRun.findByPk("a job")).toMatchObject({
      durationMs: 9,
      error: "RangeError",
      lastSuccessAt: startedAt,
    });
    const mail = { kind: "welcome", toAddress: "ann@example.com", dueAt: startedAt, createdAt: startedAt };
    await Mail.create({ ...mail, state: "failed", attemptCount: 3 });
    const { text } = await site.send("/admin/system", { cookie });
    for (const sentence of [
      "Emails",
      "failed",
      "Empty queues: Deliveries, Push messages",
      "Last run",
      owner.workspace.name,
      "refused",
    ])
      expect(text).toContain(sentence);
    expect(text).toContain("RangeError");
    expect(text).not.toMatch(/sandbox-token|secret/);
  });

  test("the pages below /admin list what brokers’ APIs have answered in a new shape", async () => {
    const { cookie } = await sign("admin");
    const shown = async () => (await site.send("/admin/system", { cookie })).text;
    const title = "Brokers’ answers in a new shape";
    expect(await shown()).not.toContain(title);
    const seen = { call: "/v5/affiliate/aff-user-list", createdAt: new Date() };
    await BrokerShape.bulkCreate([
      { id: "a".repeat(64), kind: "bybit", shape: "{ data: [{ uid: number }] }", ...seen },
      { id: "b".repeat(64), kind: "gone", shape: "{ rows: null }", ...seen },
    ]);
    const text = await shown();
    for (const part of [title, "<b>Bybit</b>", "<b>gone</b>", seen.call, "{ data: [{ uid: number }] }"])
      expect(text).toContain(part);
  });

  test("the pages below /admin show rates and news that cannot be fetched, although their jobs go on", async () => {
    const { cookie } = await sign("admin");
    const nothing = { day: null, fetchedAt: null, nextUpdateAt: null, leaseUntil: null };
    await RateSource.upsert({ id: "ecb", ...nothing, lastError: "The bank responded with 503." });
    const feed = { id: "f".repeat(64), category: "Markets", dueAt: new Date(), createdAt: new Date() };
    await NewsFeed.create({
      ...feed,
      url: "https://news.example/rss?key=secret",
      fetchedAt: new Date(),
      lastError: "It responds with 404.",
    });
    const { text } = await site.send("/admin/system", { cookie });
    for (const sentence of ["The bank responded with 503.", "news.example", "It responds with 404."])
      expect(text).toContain(sentence);
    expect(text).not.toContain("key=secret");
  });
});

/** As a browser does, which keeps the new cookie. */
const enter = async (staff: { cookie: string }, owner: Owner, workspaceId = owner.workspace.id) => {
  const access = await SupportAccess.findOne({ where: { workspaceId }, order: [["createdAt", "DESC"]] });
  const response = await post(staff.cookie, `/admin/users/${owner.id}`, {
    intent: "enter-support",
    accessId: access?.id ?? "none",
  });
  staff.cookie = readCookie(response, "attesto_session") || staff.cookie;
  return response;
};

describe("support access", () => {
  const settings = "/dashboard/settings/support-access";
  const actions = async () =>
    (await AuditEntry.findAll({ order: [["id", "ASC"]], raw: true })).map(({ action }) => action);

  test("support access is entered for each workspace that an owner has opened", async () => {
    const owner = await createOwner();
    const other = await createOwner();
    await addMember(other, owner, "owner");
    const { cookie } = await signInAs(owner);
    const staff = await sign("admin");
    for (const { workspace } of [owner, other]) {
      await post(cookie, "/dashboard/workspace", { intent: "switch", workspaceId: workspace.id });
      await post(cookie, settings, { intent: "allow", hours: "1" });
    }
    for (const { workspace } of [owner, other]) {
      expect((await enter(staff, owner, workspace.id)).status).toBe(303);
      const { text } = await site.send("/dashboard/overview", { cookie: staff.cookie });
      expect(text).toMatch(new RegExp(`workspace of (?:<!-- -->)?${workspace.name}`));
      await post(staff.cookie, "/support-access", { intent: "leave-support" });
    }
  });

  test("support access lets an administrator into the owner's workspace, seen and logged, until one of them ends it", async () => {
    const form = await createForm();
    const claim = await submitForm(form);
    const owner = { user: form.owner, ...(await signInAs(form.owner)) };
    const staff = await sign("admin");
    const refused = await enter(staff, form.owner);
    expect([refused.status, refused.text.includes(support.none)]).toEqual([409, true]);
    const claims = () => site.send("/dashboard/submissions", { cookie: staff.cookie });
    expect((await claims()).text).not.toContain(claim.email);

    expect(readFlash(await post(owner.cookie, settings, { intent: "allow", hours: "1" }))).toBe(
      support.allowed,
    );
    // Allowed is not yet entered.
    expect((await claims()).text).not.toContain(claim.email);
    const entered = await enter(staff, form.owner);
    expect([entered.status, entered.headers.get("location")]).toEqual([303, "/dashboard/overview"]);
    expect((await claims()).text).toContain(claim.email);
    const exported = await site.send("/api/optin/dashboard/submissions/export", { cookie: staff.cookie });
    expect([exported.status, exported.text.includes(claim.email)]).toEqual([403, false]);
    for (const path of ["/dashboard/overview", "/dashboard/settings/account", "/admin/users"])
      expect((await site.send(path, { cookie: staff.cookie })).text).toContain(
        "You are working in the workspace of",
      );
    for (const path of ["/dashboard/overview", settings])
      expect((await site.send(path, { cookie: owner.cookie })).text).toContain(
        "Support is working in your workspace",
      );

    const decision = { intent: "decide", submissionId: claim.id, status: "rejected", reason: "not_found" };
    expect((await post(staff.cookie, "/dashboard/submissions", decision)).status).toBe(303);
    expect(await Submission.findByPk(claim.id)).toMatchObject({
      status: "rejected",
      decidedByUserId: staff.user.id,
    });
    const left = await post(staff.cookie, "/support-access", { intent: "leave-support" });
    expect([readFlash(left), left.headers.get("location")]).toEqual([
      support.left,
      `/admin/users/${form.owner.id}`,
    ]);
    expect((await claims()).text).not.toContain(claim.email);
    expect((await enter(staff, form.owner)).status).toBe(303);
    expect(readFlash(await post(owner.cookie, "/support-access", { intent: "end-support" }))).toBe(
      support.ended,
    );
    expect((await claims()).text).not.toContain(claim.email);
    expect(await actions()).toEqual([
      "support.allowed",
      "support.entered",
      "support.changed",
      "support.left",
      "support.entered",
      "support.ended",
    ]);
    const change = await AuditEntry.findOne({ where: { action: "support.changed" } });
    expect(change).toMatchObject({
      actorUserId: staff.user.id,
      targetUserId: form.owner.id,
      detail: "POST /dashboard/submissions",
    });
  });

  test("support access is entered with a new session cookie, and the old one is signed out", async () => {
    const owner = await createOwner();
    await post((await signInAs(owner)).cookie, settings, { intent: "allow", hours: "1" });
    const staff = await sign("admin");
    const before = staff.cookie;
    await enter(staff, owner);
    expect(staff.cookie).not.toBe(before);
    const statuses = [before, staff.cookie].map(async (cookie) => {
      return (await site.send("/api/auth/me", { cookie })).status;
    });
    expect(await Promise.all(statuses)).toEqual([401, 200]);
  });

  test("support access gives nothing that outlasts it, and ends by itself", async () => {
    const owner = await createOwner();
    const { cookie: ownerCookie } = await signInAs(owner);
    await connectMeta(owner);
    await post(ownerCookie, settings, { intent: "allow", hours: "72" });
    const staff = await sign("superadmin");
    await enter(staff, owner);
    const call = (method: string, path: string, json?: unknown) =>
      site.send(path, { method, token: staff.token, ...(json === undefined ? {} : { json }) });
    expect((await call("GET", "/api/optin/dashboard/submissions")).status).toBe(200);
    const key = { name: "mine", scopes: ["submissions:read"] };
    expect((await call("POST", "/api/user/api-keys", key)).status).toBe(403);
    expect((await call("DELETE", "/api/user/integrations")).status).toBe(403);
    expect((await call("GET", "/api/user/export")).json.connections).toEqual([]);
    expect((await post(staff.cookie, settings, { intent: "allow", hours: "72" })).status).toBe(303);
    expect(await SupportAccess.count()).toBe(1);
    await SupportAccess.update({ expiresAt: new Date(Date.now() - 1) }, { where: {} });
    const { text } = await site.send("/dashboard/overview", { cookie: staff.cookie });
    expect(text).not.toContain("You are working in the workspace of");
    expect((await call("GET", "/api/user/integrations")).json.integration).toBeNull();
    expect((await enter(staff, owner)).status).toBe(409);
  });

  test("support access is gone with the administrator's role, and only an owner allows it", async () => {
    const owner = await createOwner();
    const viewer = await signInAs(await createMember(owner, "manager"));
    const refused = await post(viewer.cookie, settings, { intent: "allow", hours: "1" });
    expect([refused.status, refused.headers.get("location")]).toEqual([303, "/unauthorized"]);
    const { cookie } = await signInAs(owner);
    await post(cookie, settings, { intent: "allow", hours: "24" });
    const staff = await sign("admin");
    await enter(staff, owner);
    await staff.user.update({ role: "user" });
    const { text } = await site.send("/dashboard/overview", { cookie: staff.cookie });
    expect(text).not.toContain("You are working in the workspace of");
    expect(await Session.count({ where: { id: staff.sessionId, endedAt: null } })).toBe(1);
  });
});

type Own = { access: MemberAccess; userId: string };
let other: User;

describe("support access that an owner has allowed", () => {
  for (const { name, end } of [
    { name: "is removed", end: removeMember },
    {
      name: "is no owner any more",
      end: (own: Own) => changeMemberRole({ ...own, role: "viewer", isProven: false }),
    },
    {
      name: "hands the workspace over",
      end: ({ access }: Own) => transferOwnership({ access, newOwnerId: other.id }),
    },
  ]) {
    test(`support access ends once the owner who allowed it ${name}`, async () => {
      const owner = await createOwner();
      other = await createMember(owner, "owner");
      const { cookie } = await signInAs(owner);
      await post(cookie, "/dashboard/settings/support-access", { intent: "allow", hours: "24" });
      const staff = await sign("admin");
      await enter(staff, owner);
      const overview = async () => (await site.send("/dashboard/overview", { cookie: staff.cookie })).text;
      expect(await overview()).toContain("You are working in the workspace of");
      await end({ access: toAccess(owner), userId: owner.id });
      expect(await overview()).not.toContain("You are working in the workspace of");
      expect(await SupportAccess.count({ where: { endedAt: null } })).toBe(0);
    });
  }
});

describe("guard of subscriptions", () => {
  test("the guard of subscriptions leads to the prices where a route needs an active one, and nowhere else", async () => {
    const form = await createForm();
    const { cookie } = await signInAs(form.owner);
    expect((await site.send("/dashboard/analytics", { cookie })).status).toBe(200);
    await Workspace.update({ subscriptionStatus: "ended" }, { where: { id: form.owner.workspace.id } });
    const refused = await site.send("/dashboard/analytics", { cookie });
    expect([refused.status, refused.headers.get("location")]).toEqual([302, "/pricing"]);
    const overview = await site.send("/dashboard/overview", { cookie });
    expect(overview.text).toContain("Your subscription is not active.");
    expect(overview.text).toContain("/contact?subject=billing");
    expect((await site.submit(form)).status).toBe(201);
  });

  test("the guard of subscriptions tells the owner what is used of the plan, and refuses no claim beyond it", async () => {
    const form = await createForm();
    const { cookie } = await signInAs(form.owner);
    const claim = await submitForm(form);
    await post(cookie, "/dashboard/submissions", {
      intent: "decide",
      submissionId: claim.id,
      status: "handled",
      amount: "250",
      currency: "EUR",
    });
    const account = async () => (await site.send("/dashboard/settings/account", { cookie })).text;
    expect(await account()).toContain("1 verified claims of 100");
    await sequelize.query("UPDATE submissionTotals SET `count` = 101 WHERE status = 'handled'");
    const { text } = await site.send("/dashboard/overview", { cookie });
    expect(text).toContain("101<!-- --> verified claims this month");
    expect((await site.submit(form)).status).toBe(201);
  });
});
