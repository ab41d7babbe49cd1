import { addYears } from "date-fns";
import { describe, expect, test } from "vitest";
import { dayIn } from "#app/lib/dates.ts";
import {
  AuditEntry,
  Session,
  SubscriptionGrant,
  User,
  Workspace,
  WorkspaceMember,
} from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { changeUserRole } from "#app/services/admin/manage-users.server.ts";
import { endExpiredSubscriptions, grantSubscription } from "#app/services/admin/subscriptions.server.ts";
import { createForm, createMember, createOwner, signInAs, unique } from "../../factories/index.ts";
import { readFlash } from "../../support/flash.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const { admin } = messages;
const headers = { "sec-fetch-site": "same-origin" };

const sign = async (role: "user" | "admin" | "superadmin") => {
  const user = await createOwner({ role });
  return { user, ...(await signInAs(user)) };
};
const patch = (token: string, id: string, what: "role" | "status", json: unknown) =>
  site.send(`/api/admin/users/${id}/${what}`, { method: "PATCH", token, json });
const remove = (token: string, id: string, query = "") =>
  site.send(`/api/admin/users/${id}${query}`, { method: "DELETE", token });

describe("calls of administration", () => {
  test("the calls of administration are not there for a user, whatever the method, and ask who is signed out to sign in", async () => {
    const { user, token } = await sign("user");
    const target = await createOwner();
    const calls = [
      ["GET", "/api/admin/users"],
      ["POST", "/api/admin/users"],
      ["GET", "/api/admin/users/stats"],
      ["PATCH", `/api/admin/users/${target.id}/role`],
      ["PATCH", `/api/admin/users/${user.id}/status`],
      ["DELETE", `/api/admin/users/${target.id}`],
      ["OPTIONS", "/api/admin/users"],
      ["GET", "/api/admin/nowhere"],
    ] as const;
    for (const [method, path] of calls) {
      const refused = await site.send(path, { method, token });
      expect([method, path, refused.status, refused.json.error]).toEqual([
        method,
        path,
        404,
        "Address not found.",
      ]);
      expect([method, path, (await site.send(path, { method })).status]).toEqual([method, path, 401]);
    }
    expect(await User.findByPk(target.id)).toMatchObject({ role: "user", isActive: true });
  });

  test("the calls of administration list the users, ten a page, by search, role and status, without a postal address", async () => {
    const { token } = await sign("admin");
    const mark = unique();
    const users = await Promise.all(
      Array.from({ length: 11 }, (_, index) => createOwner({ username: `${mark}-${index}` })),
    );
    await users[0]?.update({ isActive: false, address: JSON.stringify({ city: "Lugo" }) });
    const list = async (query: string) => (await site.send(`/api/admin/users?${query}`, { token })).json;
    const first = await list(`search=${mark.toUpperCase()}`);
    expect(first.pagination).toEqual({ page: 1, limit: 10, total: 11, totalPages: 2 });
    expect(first.users).toHaveLength(10);
    expect((await list(`search=${mark}&page=2`)).users).toHaveLength(1);
    const inactive = await list(`search=${mark}&status=inactive&role=user`);
    expect(inactive.users).toMatchObject([
      { _id: users[0]?.id, isActive: false, subscription: { status: "active", plan: "free" } },
    ]);
    expect(inactive.users[0].address).toBeUndefined();
    expect((await list(`search=${mark}&role=admin`)).users).toEqual([]);
    expect((await list("search=%25")).users).toEqual([]);
    await users[1]?.update({ name: `Ödön ${mark}` });
    for (const word of ["ödön", "ÖDÖN", "Ödön"])
      expect((await list(new URLSearchParams({ search: `${word} ${mark}` }).toString())).users).toHaveLength(
        1,
      );
    expect((await site.send("/api/admin/users?role=king", { token })).status).toBe(400);
  });

  test("the calls of administration count users, and what was registered and sold in the period", async () => {
    const { user, token } = await sign("superadmin");
    const [old, recent] = [await createOwner(), await createOwner({ isActive: false })];
    await User.update({ createdAt: new Date(Date.now() - 40 * 86_400_000) }, { where: { id: old.id } });
    const actor = { user, ip: null };
    for (const [userId, amount] of [
      [recent.id, "49"],
      [old.id, "149.5"],
    ] as const)
      await grantSubscription({ actor, userId, plan: "pro", amount, endsAt: null });
    const stats = async (query = "") => (await site.send(`/api/admin/users/stats${query}`, { token })).json;
    expect(await stats()).toEqual({
      totalUsers: 3,
      activeUsers: 2,
      inactiveUsers: 1,
      subscribers: 2,
      recentRegistrations: 2,
      totalProductsSold: 2,
      totalRevenue: { amount: "198.50", currency: "EUR" },
    });
    expect((await stats("?period=90days")).recentRegistrations).toBe(3);
    expect((await stats("?period=all")).recentRegistrations).toBe(3);
    await SubscriptionGrant.update({ createdAt: new Date(Date.now() - 8 * 86_400_000) }, { where: {} });
    expect(await stats("?period=7days")).toMatchObject({ totalProductsSold: 0, subscribers: 2 });
    expect((await site.send("/api/admin/users/stats?period=1day", { token })).status).toBe(400);
  });
});

describe("who may change whom", () => {
  test("an admin activates and deletes users, but touches no administrator and makes none", async () => {
    const { user, token } = await sign("admin");
    const [target, other] = [await createOwner(), await createOwner({ role: "admin" })];
    const session = await signInAs(target);
    const off = await patch(token, target.id, "status", { isActive: false });
    expect([off.status, off.json.user]).toMatchObject([200, { _id: target.id, isActive: false }]);
    expect((await site.send("/api/auth/me", { token: session.token })).status).toBe(401);
    expect((await patch(token, target.id, "status", { isActive: true })).json.user.isActive).toBe(true);
    for (const refused of [
      await patch(token, target.id, "role", { role: "admin" }),
      await patch(token, other.id, "role", { role: "user" }),
      await patch(token, other.id, "status", { isActive: false }),
      await remove(token, other.id),
    ])
      expect([refused.status, refused.json.code, refused.json.error]).toEqual([
        403,
        "role_refused",
        admin.superadminOnly,
      ]);
    for (const refused of [
      await patch(token, user.id, "status", { isActive: false }),
      await remove(token, user.id),
    ])
      expect([refused.status, refused.json.code, refused.json.error]).toEqual([
        403,
        "own_account",
        admin.ownAccount,
      ]);
    expect((await remove(token, target.id)).status).toBe(204);
    expect((await remove(token, target.id)).status).toBe(404);
    expect((await patch(token, "nobody", "role", { role: "user" })).status).toBe(404);
    expect((await patch(token, other.id, "role", { role: "king" })).status).toBe(400);
  });

  test("a superadmin makes and changes administrators, and each act is in the audit log", async () => {
    const { user, token } = await sign("superadmin");
    const target = await createOwner();
    expect((await patch(token, target.id, "role", { role: "admin" })).json.user.role).toBe("admin");
    // Nothing changes, so nothing is kept.
    await patch(token, target.id, "role", { role: "admin" });
    await patch(token, target.id, "status", { isActive: false });
    await remove(token, target.id);
    const own = await patch(token, user.id, "role", { role: "user" });
    expect([own.status, own.json.code]).toEqual([403, "own_account"]);
    const entries = await AuditEntry.findAll({ order: [["id", "ASC"]], raw: true });
    const about = { actorUserId: user.id, actorName: user.username, targetUserId: target.id };
    expect(entries).toMatchObject([
      { ...about, action: "role.changed", detail: "user to admin", targetName: target.username },
      { ...about, action: "user.deactivated" },
      { ...about, action: "user.deleted", targetName: target.username },
    ]);
    for (const { ip } of entries) expect(ip).toMatch(/^(127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/);
  });

  test("the last superadmin stays, also against a session that has just lost its role", async () => {
    const [a, b] = [await sign("superadmin"), await sign("superadmin")];
    const actor = { user: a.user, ip: null };
    await changeUserRole({ actor: { user: b.user, ip: null }, userId: a.user.id, role: "user" });
    await expect(changeUserRole({ actor, userId: b.user.id, role: "user" })).rejects.toMatchObject({
      status: 404,
    });
    expect((await patch(a.token, b.user.id, "role", { role: "user" })).status).toBe(404);
  });

  test("a deletion leaves the workspace of others an owner, whom the call names", async () => {
    const { token } = await sign("admin");
    const form = await createForm();
    const checker = await createMember(form.owner, "checker");
    const refused = await remove(token, form.owner.id);
    expect([refused.status, refused.json.code, refused.json.error]).toEqual([
      409,
      "last_owner",
      admin.newOwnerNeeded,
    ]);
    expect((await remove(token, form.owner.id, "?newOwnerId=nobody")).status).toBe(400);
    expect(await AuditEntry.count()).toBe(0);
    expect((await remove(token, form.owner.id, `?newOwnerId=${checker.id}`)).status).toBe(204);
    const where = { workspaceId: form.owner.workspace.id, userId: checker.id };
    expect(await WorkspaceMember.findOne({ where })).toMatchObject({ role: "owner" });
    expect(await AuditEntry.count({ where: { action: "user.deleted" } })).toBe(1);
  });
});

describe("pages of users", () => {
  const post = (cookie: string, path: string, form: Record<string, string>) =>
    site.send(path, { form, cookie, headers });

  test("the pages of users change role and status, and say so in the specification's words", async () => {
    const { cookie } = await sign("superadmin");
    const target = await createOwner();
    const userId = target.id;
    const role = await post(cookie, "/admin/users?page=1", { intent: "role", userId, role: "admin" });
    expect([role.status, role.headers.get("location")]).toEqual([303, "/admin/users?page=1"]);
    expect(readFlash(role)).toBe("User role updated to admin");
    expect(admin.roleUpdated).toBe("User role updated to {role}");
    const off = await post(cookie, "/admin/users", { intent: "status", userId, isActive: "no" });
    expect(readFlash(off)).toBe(admin.deactivated);
    const on = await post(cookie, `/admin/users/${userId}`, { intent: "status", userId, isActive: "yes" });
    expect(readFlash(on)).toBe(admin.activated);
    expect(await target.reload()).toMatchObject({ role: "admin", isActive: true });
    const unknown = await post(cookie, "/admin/users", { intent: "promote", userId });
    expect(unknown.status).toBe(400);
  });

  test("the pages of users offer an admin nothing against administrators, and refuse what is posted anyway", async () => {
    const { user, cookie } = await sign("admin");
    const other = await createOwner({ role: "admin" });
    const { text } = await site.send(`/admin/users/${other.id}`, { cookie });
    expect(text).toContain(admin.superadminOnly);
    expect(text).not.toContain("Deactivate");
    const form = { intent: "status", userId: other.id, isActive: "no" };
    const refused = await post(cookie, "/admin/users", form);
    expect([refused.status, refused.text.includes(admin.superadminOnly)]).toEqual([403, true]);
    expect((await site.send(`/admin/users/${user.id}`, { cookie })).text).toContain(admin.ownAccount);
  });

  test("the pages of users ask before a deletion, and move back from a page whose last user is gone", async () => {
    const { cookie } = await sign("superadmin");
    const mark = unique();
    const users = await Promise.all(
      Array.from({ length: 11 }, (_, index) => createOwner({ username: `${mark}-${index}` })),
    );
    const list = `/admin/users?search=${mark}&page=2`;
    const before = await site.send(list, { cookie });
    const last = users.find(({ email }) => before.text.includes(email));
    const question = `/admin/users/${last?.id}/delete?search=${mark}&page=2`;
    expect(before.text).toContain(question.replaceAll("&", "&amp;"));
    expect((await site.send(question, { cookie })).text).toContain("This can’t be undone.");
    const deleted = await post(cookie, question, { intent: "delete" });
    expect([deleted.status, deleted.headers.get("location")]).toEqual([303, list]);
    expect(readFlash(deleted)).toBe(admin.deleted);
    const moved = await site.send(list, { cookie });
    expect([moved.status, moved.headers.get("location")]).toEqual([
      302,
      `/admin/users?search=${mark}&page=1`,
    ]);
    expect((await site.send(`/admin/users?search=${mark}&page=1`, { cookie })).text).toContain(
      "1 – 10 of 10",
    );
  });

  test("the pages of users name who can follow as the owner of a workspace in which others stay", async () => {
    const { cookie } = await sign("admin");
    const form = await createForm();
    const viewer = await createMember(form.owner, "viewer");
    const question = `/admin/users/${form.owner.id}/delete`;
    expect((await site.send(question, { cookie })).text).toContain(viewer.name);
    const refused = await post(cookie, question, { intent: "delete", newOwnerId: "" });
    expect([refused.status, refused.text.includes(admin.newOwnerNeeded)]).toEqual([409, true]);
    const done = await post(cookie, question, { intent: "delete", newOwnerId: viewer.id });
    expect([done.status, readFlash(done)]).toEqual([303, admin.deleted]);
  });

  test("the pages of users end a user's sessions", async () => {
    const { cookie } = await sign("admin");
    const target = await createOwner();
    await signInAs(target);
    const done = await post(cookie, `/admin/users/${target.id}`, { intent: "end-sessions" });
    expect(readFlash(done)).toBe(admin.sessionsEnded);
    expect(await Session.count({ where: { userId: target.id, endedAt: null } })).toBe(0);
    expect(await AuditEntry.count({ where: { action: "sessions.ended" } })).toBe(1);
  });
});

describe("subscription granted by hand", () => {
  const plan = async (id: string) => {
    const { subscriptionStatus: status, subscriptionPlan } = await Workspace.findByPk(id, {
      rejectOnEmpty: true,
    });
    return [status, subscriptionPlan];
  };

  test("a subscription granted by hand is what the user has, until an administrator ends it", async () => {
    const { cookie } = await sign("admin");
    const target = await createOwner();
    const post = (form: Record<string, string>) =>
      site.send(`/admin/users/${target.id}`, { form, cookie, headers });
    const lastDay = dayIn("UTC", addYears(new Date(), 9));
    const grant = { intent: "grant", plan: "agency", amount: "1.490,50", endsOn: lastDay };
    for (const [change, sentence] of [
      [{ amount: "a lot" }, admin.amountShape],
      [{ amount: "-5" }, admin.amountShape],
      [{ endsOn: "2020-01-01" }, admin.endPast],
      [{ endsOn: "9999-12-31" }, admin.endFar],
      [{ plan: "free" }, admin.freeCosts],
    ] as const) {
      const refused = await post({ ...grant, ...change });
      expect([refused.status, refused.text.includes(sentence)]).toEqual([400, true]);
    }
    expect(readFlash(await post(grant))).toBe(admin.granted);
    expect(await plan(target.workspace.id)).toEqual(["active", "agency"]);
    const [row] = await SubscriptionGrant.findAll();
    expect(Number(row?.amount)).toBe(1490.5);
    const { token } = await signInAs(target);
    const { json } = await site.send("/api/auth/me", { token });
    expect(json.user.subscription).toMatchObject({ status: "active", plan: "agency" });
    expect(json.user.subscription.currentPeriodEnd).toContain(String(new Date().getUTCFullYear() + 9));
    expect(readFlash(await post({ ...grant, plan: "pro", amount: "0", endsOn: "" }))).toBe(admin.granted);
    expect(await SubscriptionGrant.count({ where: { endedAt: null } })).toBe(1);
    expect(readFlash(await post({ intent: "end-subscription", next: "none" }))).toBe(admin.subscriptionEnded);
    expect(await plan(target.workspace.id)).toEqual(["ended", "free"]);
    const again = await post({ intent: "end-subscription", next: "free" });
    expect([again.status, again.text.includes(admin.noSubscription)]).toEqual([409, true]);
    const kept = await AuditEntry.findAll({ order: [["id", "ASC"]], attributes: ["action"], raw: true });
    expect(kept.map(({ action }) => action)).toEqual([
      "subscription.granted",
      "subscription.granted",
      "subscription.ended",
    ]);
  });

  test("a subscription granted by hand falls back to the free plan when it runs out", async () => {
    const { user } = await sign("admin");
    const target = await createOwner();
    const endsAt = new Date(Date.now() + 60_000);
    await grantSubscription({
      actor: { user, ip: null },
      userId: target.id,
      plan: "pro",
      amount: "49",
      endsAt,
    });
    await endExpiredSubscriptions();
    expect(await plan(target.workspace.id)).toEqual(["active", "pro"]);
    await endExpiredSubscriptions(new Date(endsAt.getTime() + 1));
    expect(await plan(target.workspace.id)).toEqual(["active", "free"]);
  });
});
