import { describe, expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { type MemberRole, WORKSPACE_ROLES } from "#app/lib/domain.ts";
import { ApiKey, Submission, User, Workspace, WorkspaceMember } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { SCOPES } from "#app/schemas/scopes.ts";
import { deleteAccount } from "#app/services/accounts/delete-account.server.ts";
import { createApiKey } from "#app/services/auth/credentials/manage-api-keys.server.ts";
import {
  addMember,
  createForm,
  createMember,
  createOwner,
  type Owner,
  signInAs,
  submitForm,
} from "../../factories/index.ts";
import { eventually } from "../../support/eventually.ts";
import { loadApiModules } from "../../support/operations.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const HEADER = "x-workspace-id";
const headers = { "sec-fetch-site": "same-origin" };

const everyone = WORKSPACE_ROLES;
const checkers: readonly MemberRole[] = ["owner", "manager", "checker"];
const managers: readonly MemberRole[] = ["owner", "manager"];
/** Who sees figures, the form's settings and connections: a checker reviews claims and nothing else. */
const readers: readonly MemberRole[] = ["owner", "manager", "viewer"];
const platforms = "/api/affiliate/platforms";

/** Who may call what, as the contract has it: not read from the policy that is tested. */
const calls: Record<string, readonly MemberRole[]> = {
  "GET /api/optin/dashboard/submissions": everyone,
  "GET /api/optin/dashboard/submissions/{id}": everyone,
  "GET /api/optin/dashboard/submissions/{id}/proof": everyone,
  "GET /api/optin/dashboard/submissions/stats": readers,
  "PUT /api/optin/dashboard/submissions/{id}": checkers,
  "POST /api/optin/dashboard/submissions/bulk": checkers,
  "GET /api/optin/dashboard/submissions/jobs/{id}": everyone,
  "GET /api/optin/dashboard/submissions/export": readers,
  [`GET ${platforms}`]: everyone,
  [`POST ${platforms}`]: managers,
  [`PATCH ${platforms}/{id}`]: managers,
  [`DELETE ${platforms}/{id}`]: managers,
  [`PATCH ${platforms}/{id}/commission-tiers`]: managers,
  [`PATCH ${platforms}/{id}/default`]: managers,
  [`PATCH ${platforms}/{id}/status`]: managers,
  [`PATCH ${platforms}/reorder`]: managers,
  "GET /api/currency/rates": everyone,
  "GET /api/user/api-keys": managers,
  "POST /api/user/api-keys": managers,
  "DELETE /api/user/api-keys/{id}": managers,
  "GET /api/optin/settings": readers,
  "GET /api/optin-settings": readers,
  "POST /api/optin-settings": managers,
  "PUT /api/optin-settings": managers,
  "DELETE /api/optin-settings": managers,
  "POST /api/optin-settings/upload-logo": managers,
  "GET /api/user/integrations": readers,
  "POST /api/user/integrations": managers,
  "DELETE /api/user/integrations": managers,
  "POST /api/user/integrations/test-event": managers,
  "GET /api/user/connections": readers,
  "POST /api/user/connections": managers,
  "DELETE /api/user/connections/{id}": managers,
  "POST /api/user/connections/{id}/test-event": managers,
  "GET /api/deliveries": everyone,
  "GET /api/deliveries/{id}": everyone,
  "POST /api/deliveries/{id}/resend": managers,
  "POST /api/deliveries/replay": managers,
  "GET /api/replays/{id}": everyone,
  "DELETE /api/replays/{id}": managers,
  "POST /api/workspaces": everyone,
};

const REACHED = [200, 201, 204, 400];
/** These calls also need a connection, a delivery or a file, which the test does not make. */
const LACKS_MORE =
  /^\/api\/(?:optin-settings|user\/integrations|user\/connections|deliveries|replays|optin\/dashboard\/submissions\/jobs)/;

const declared = async () => {
  const modules = await loadApiModules();
  return modules.flatMap(({ loader }) => loader?.operations ?? []).filter(({ action }) => action);
};

async function createKey(owner: Owner, user: User = owner) {
  const input = { name: "Reports", scopes: [...SCOPES], expiresAt: null };
  return createApiKey({ workspaceId: owner.workspace.id, user, input });
}

describe("each role", () => {
  test("is decided for every call that is about a workspace", async () => {
    const operations = await declared();
    expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      Object.keys(calls).sort(),
    );
  });

  test.each(WORKSPACE_ROLES)("reaches the calls that it may make, and no other: %s", async (role) => {
    for (const { method, path } of await declared()) {
      const form = await createForm();
      const submission = await submitForm(form);
      const { apiKey } = await createKey(form.owner);
      const id = path.includes("/platforms/")
        ? form.platforms[0]?.id
        : path.includes("/api-keys/")
          ? apiKey.id
          : submission.id;
      const { token } = await signInAs(await createMember(form.owner, role));
      const response = await site.send(path.replace("{id}", String(id)), {
        method,
        token,
        ...(method === "GET" ? {} : { json: {} }),
      });
      const call = `${method} ${path}`;
      const reached = LACKS_MORE.test(path) ? [...REACHED, 404, 409, 415] : REACHED;
      if (calls[call]?.includes(role)) expect(reached, call).toContain(response.status);
      else expect([call, response.status, response.json.code]).toEqual([call, 403, "role_refused"]);
    }
  });

  test.each<[what: string, path: string, form: Record<string, string> | null, roles: readonly MemberRole[]]>([
    ["the overview", paths.overview(), null, everyone],
    ["the analytics", paths.analytics(), null, readers],
    ["the form's settings", paths.formSettings(), null, readers],
    ["the link of the form", paths.shareForm(), null, readers],
    ["the connections", paths.integrations(), null, readers],
    ["a connection", paths.integration({ adPlatform: "meta" }), null, readers],
    ["the delivery log", paths.deliveries(), null, everyone],
    ["the news", paths.news(), null, everyone],
    ["the team", paths.settings({ section: "team" }), null, everyone],
    [
      "an invitation",
      paths.settings({ section: "team" }),
      { intent: "invite", email: "a@example.com", role: "viewer" },
      ["owner"],
    ],
    [
      "a member's role",
      paths.settings({ section: "team" }),
      { intent: "role", userId: "none", role: "viewer" },
      ["owner"],
    ],
    [
      "the removal of a member",
      paths.settings({ section: "team" }),
      { intent: "remove", userId: "none" },
      ["owner"],
    ],
    [
      "a transfer of ownership",
      paths.settings({ section: "team" }),
      { intent: "transfer", userId: "none" },
      ["owner"],
    ],
    ["another name", paths.settings({ section: "team" }), { intent: "rename", name: "Halden" }, ["owner"]],
    ["a person's claims", paths.person({ search: "a@example.com" }), null, everyone],
    ["the erasure of a person", paths.person(), { intent: "erase", search: "a@example.com" }, ["owner"]],
    ["the list of submissions", paths.submissions(), null, everyone],
    [
      "a decision",
      paths.submissions(),
      { intent: "decide", submissionId: "SUBMISSION", status: "rejected" },
      checkers,
    ],
    [
      "a delivery that is sent again",
      paths.submissions(),
      { intent: "resend", deliveryId: "none" },
      managers,
    ],
    ["the platforms", paths.platforms(), null, readers],
    ["a new platform", paths.platforms(), { intent: "create", name: "Halden", icon: "Coins" }, managers],
    ["a platform switched off", paths.platforms(), { intent: "off", platformId: "PLATFORM" }, managers],
    ["a platform's page", `${paths.platforms()}/PLATFORM`, null, readers],
    ["a platform's tiers", `${paths.platforms()}/PLATFORM`, { intent: "tiers" }, managers],
    ["the API keys", paths.settings({ section: "api-keys" }), null, managers],
    ["a new API key", paths.settings({ section: "api-keys" }), { intent: "create", name: "x" }, managers],
    ["the account", paths.settings({ section: "account" }), null, everyone],
    [
      "the preferences",
      paths.settings({ section: "preferences" }),
      { intent: "preferences", theme: "light" },
      everyone,
    ],
    [
      "the notifications",
      paths.settings({ section: "notifications" }),
      { intent: "notifications" },
      everyone,
    ],
  ])("opens %s on its page only where it may", async (_what, path, sent, roles) => {
    const form = await createForm();
    const submission = await submitForm(form);
    const fill = (text: string) =>
      text.replace("SUBMISSION", submission.id).replace("PLATFORM", String(form.platforms[0]?.id));
    const fields =
      sent && Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, fill(value)]));
    for (const role of WORKSPACE_ROLES) {
      const { cookie } = await signInAs(await createMember(form.owner, role));
      const response = await site.send(fill(path), { cookie, ...(fields ? { form: fields, headers } : {}) });
      const isRefused = response.headers.get("location") === paths.unauthorized();
      expect([role, isRefused ? "refused" : "open"]).toEqual([
        role,
        roles.includes(role) ? "open" : "refused",
      ]);
      expect(response.status).not.toBe(500);
    }
  });

  test("sees no button that leads to a refusal", async () => {
    const form = await createForm();
    const submission = await submitForm(form);
    const pages: [path: string, texts: string[]][] = [
      [`${paths.submissions()}?open=${submission.id}`, ["Mark verified", "Verified amount"]],
      [paths.overview(), ["Check the first one"]],
      [paths.platforms(), ["Add a broker", "Edit tiers", "Add tiers"]],
      [`${paths.platforms()}/${form.platforms[0]?.id}`, ["Save tiers", "Save name and icon", "Delete…"]],
      [paths.settings({ section: "preferences" }), [">API keys<", "Currency</label>", "Time zone</label>"]],
    ];
    const read = async (role: MemberRole, path: string) => {
      const { cookie } = await signInAs(await createMember(form.owner, role));
      return (await site.send(path, { cookie })).text;
    };
    for (const [path, texts] of pages) {
      const [owner, viewer] = [await read("owner", path), await read("viewer", path)];
      expect(texts.filter((word) => owner.includes(word)).length, path).toBeGreaterThan(0);
      expect([path, texts.filter((word) => viewer.includes(word))]).toEqual([path, []]);
    }
  });
});

test("a checker is shown no page and no button but those of claims", async () => {
  const form = await createForm();
  const submission = await submitForm(form);
  const { cookie } = await signInAs(await createMember(form.owner, "checker"));
  const refused = [
    paths.analytics(),
    paths.formSettings(),
    paths.shareForm(),
    paths.integrations(),
    paths.platforms(),
    paths.replay(),
  ];
  const shown = [
    paths.overview(),
    `${paths.submissions()}?open=${submission.id}`,
    paths.deliveries(),
    paths.settings({ section: "team" }),
    paths.settings({ section: "account" }),
  ];
  for (const path of shown) {
    const { status, text } = await site.send(path, { cookie });
    expect(status).toBe(200);
    const links = [...text.matchAll(/(?:href|action)="([^"]+)"/g)].map(([, href = ""]) => href);
    expect([path, links.filter((href) => refused.some((page) => href.startsWith(page)))]).toEqual([path, []]);
    expect(text).not.toMatch(
      />(?:API keys|Send invitation|Create my form|Share form|Add a broker|Edit tiers|Send again|Start replay)</,
    );
  }
  const { text } = await site.send(`${paths.submissions()}?open=${submission.id}`, { cookie });
  expect(text).toContain("Mark verified");
});

describe("a workspace", () => {
  test("is made with each account, which owns it", async () => {
    const name = `new-${Date.now()}`;
    const json = {
      name: "Iria",
      username: name,
      email: `${name}@example.com`,
      password: "correct horse battery",
    };
    expect((await site.send("/api/auth/register", { json })).status).toBe(201);
    const user = await User.findOne({ where: { username: name }, rejectOnEmpty: true });
    expect(await WorkspaceMember.findAll({ where: { userId: user.id } })).toMatchObject([{ role: "owner" }]);
  });

  test("is chosen by a header, for an account with several", async () => {
    const [own, other] = [await createForm(), await createForm()];
    const [mine, theirs] = [await submitForm(own), await submitForm(other)];
    await addMember(other.owner, own.owner, "viewer");
    const { token } = await signInAs(own.owner);
    const list = async (more: Record<string, string> = {}) =>
      (await site.send("/api/optin/dashboard/submissions", { token, headers: more })).json.submissions.map(
        ({ _id }: { _id: string }) => _id,
      );
    expect(await list()).toEqual([mine.id]);
    expect(await list({ [HEADER]: own.owner.workspace.id })).toEqual([mine.id]);
    expect(await list({ [HEADER]: other.owner.workspace.id })).toEqual([theirs.id]);
    const decide = (workspaceId: string, id: string) =>
      site.send(`/api/optin/dashboard/submissions/${id}`, {
        method: "PUT",
        token,
        headers: { [HEADER]: workspaceId },
        json: { status: "rejected" },
      });
    expect((await decide(other.owner.workspace.id, theirs.id)).status).toBe(403);
    expect((await decide(own.owner.workspace.id, theirs.id)).status).toBe(404);
    expect((await decide(own.owner.workspace.id, mine.id)).status).toBe(200);
  });

  test("of others is a 404, for a person and for a key", async () => {
    const [owner, other] = [await createOwner(), await createOwner()];
    const { token } = await signInAs(owner);
    const { key } = await createKey(owner);
    for (const credential of [token, key])
      for (const [workspaceId, status] of [
        [other.workspace.id, 404],
        ["nothing", 404],
        [owner.workspace.id, 200],
      ] as const) {
        const sent = { token: credential, headers: { [HEADER]: workspaceId } };
        expect((await site.send("/api/optin/dashboard/submissions", sent)).status).toBe(status);
      }
  });

  test("has the time zone, currency and plan that every member sees, and only an owner changes", async () => {
    const owner = await createOwner();
    const viewer = await signInAs(await createMember(owner, "viewer"));
    const change = (token: string, preferences: object) =>
      site.send("/api/user/update-profile", { method: "PATCH", token, json: { preferences } });
    const refused = await change(viewer.token, { currency: "CHF", theme: "light" });
    expect([refused.status, refused.json.error]).toEqual([403, messages.workspaces.roleRefused]);
    expect((await change(viewer.token, { theme: "light" })).status).toBe(200);
    const { token } = await signInAs(owner);
    expect((await change(token, { currency: "CHF", timezone: "Europe/Madrid" })).status).toBe(200);
    await owner.workspace.update({ subscriptionPlan: "team" });
    const { json } = await site.send("/api/auth/me", { token: viewer.token });
    expect(json.user.preferences).toEqual({ currency: "CHF", timezone: "Europe/Madrid", theme: "light" });
    expect(json.user.subscription.plan).toBe("team");
  });

  test("has a live form and working keys while one of its owners is active", async () => {
    const form = await createForm();
    const { key } = await createKey(form.owner);
    const second = await createMember(form.owner, "owner");
    const isLive = async () => [
      (await site.send(`/api/optin/${form.slug}`)).status,
      (await site.send("/api/optin/dashboard/submissions", { token: key })).status,
    ];
    const deactivate = async (user: User) => {
      const { token } = await signInAs(user);
      expect((await site.send("/api/auth/deactivate", { method: "POST", token })).status).toBe(200);
    };
    await deactivate(form.owner);
    expect(await isLive()).toEqual([200, 200]);
    await deactivate(second);
    expect(await isLive()).toEqual([404, 401]);
  });

  test("gives its members' export what is theirs, and the rest to owners only", async () => {
    const form = await createForm();
    await submitForm(form);
    const exported = async (role: MemberRole) => {
      const { token } = await signInAs(await createMember(form.owner, role));
      return (await site.send("/api/user/export", { token })).json;
    };
    expect((await exported("owner")).submissions).toHaveLength(1);
    const own = await exported("manager");
    expect([own.sessions.length, own.submissions, own.platforms, own.forms]).toEqual([1, [], [], []]);
  });
});

describe("deleting an account", () => {
  const remove = async (user: User) => {
    const { token } = await signInAs(user);
    return site.send("/api/user", { method: "DELETE", token });
  };

  test("deletes the workspaces in which it is alone, and leaves the others as they are", async () => {
    const form = await createForm();
    const submission = await submitForm(form);
    const member = await createOwner();
    await addMember(form.owner, member, "manager");
    expect((await remove(member)).status).toBe(204);
    await eventually(async () => expect(await User.findByPk(member.id)).toBeNull(), 60_000);
    expect(await Workspace.findByPk(member.workspace.id)).toBeNull();
    const where = { workspaceId: form.owner.workspace.id };
    expect(await WorkspaceMember.findAll({ where })).toMatchObject([{ userId: form.owner.id }]);
    expect(await Submission.findByPk(submission.id)).not.toBeNull();
    expect((await site.submit(form)).status).toBe(201);
  });

  test("is refused to the last owner among others, who do not lose the workspace", async () => {
    const form = await createForm();
    const viewer = await createMember(form.owner, "viewer");
    const refused = await remove(form.owner);
    expect([refused.status, refused.json.code, refused.json.error]).toEqual([
      409,
      "last_owner",
      messages.workspaces.lastOwner,
    ]);
    expect((await User.findByPk(form.owner.id))?.deleteRequestedAt).toBeNull();
    const { cookie } = await signInAs(form.owner);
    const { username } = form.owner;
    const page = await site.send(paths.deleteAccount(), {
      cookie,
      headers,
      form: { intent: "delete", username },
    });
    expect([
      page.status,
      page.text.includes(messages.workspaces.lastOwner.replaceAll("'", "&#x27;")),
    ]).toEqual([409, true]);
    await WorkspaceMember.update({ role: "owner" }, { where: { userId: viewer.id } });
    expect((await remove(form.owner)).status).toBe(204);
    expect((await site.submit(form)).status).toBe(201);
  });

  test("counts no owner who is deactivated", async () => {
    const owner = await createOwner();
    await createMember(owner, "owner", { isActive: false });
    await createMember(owner, "viewer");
    expect((await remove(owner)).json.code).toBe("last_owner");
  });

  test("leaves an owner when two of them leave at the same moment", async () => {
    const owner = await createOwner();
    const second = await createMember(owner, "owner");
    await createMember(owner, "viewer");
    const statuses = (await Promise.all([remove(owner), remove(second)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([204, 409]);
    const where = { workspaceId: owner.workspace.id, role: "owner" as const };
    expect(await WorkspaceMember.count({ where })).toBe(1);
  });

  test("by an administrator names a new owner, who must be an active member", async () => {
    const form = await createForm();
    const newOwner = await createMember(form.owner, "checker");
    const [stranger, gone] = [
      await createOwner(),
      await createMember(form.owner, "viewer", { isActive: false }),
    ];
    const userId = form.owner.id;
    for (const { id } of [stranger, gone])
      await expect(deleteAccount({ userId, newOwnerId: id })).rejects.toMatchObject({
        status: 400,
        errors: [{ field: "newOwnerId", message: messages.workspaces.newOwnerUnknown }],
      });
    await deleteAccount({ userId, newOwnerId: newOwner.id });
    const where = { workspaceId: form.owner.workspace.id, userId: newOwner.id };
    expect(await WorkspaceMember.findOne({ where })).toMatchObject({ role: "owner" });
    expect((await site.submit(form)).status).toBe(201);
  });

  test("leaves the keys that it made to the workspace, listed with its name", async () => {
    const owner = await createOwner();
    const maker = await createOwner();
    await addMember(owner, maker, "manager");
    const { key, apiKey } = await createKey(owner, maker);
    const { token } = await signInAs(owner);
    const listed = async () => (await site.send("/api/user/api-keys", { token })).json.apiKeys[0];
    await inTransaction((transaction) =>
      WorkspaceMember.destroy({
        where: { workspaceId: owner.workspace.id, userId: maker.id },
        transaction,
      }),
    );
    expect(await listed()).toMatchObject({ id: apiKey.id, createdBy: maker.name, revokedAt: null });
    const { cookie } = await signInAs(owner);
    expect((await site.send(paths.settings({ section: "api-keys" }), { cookie })).text).toContain(maker.name);
    expect((await remove(maker)).status).toBe(204);
    await eventually(async () => expect(await User.findByPk(maker.id)).toBeNull(), 60_000);
    expect(await listed()).toMatchObject({ id: apiKey.id, createdBy: maker.name, revokedAt: null });
    expect((await site.send("/api/optin/dashboard/submissions", { token: key })).status).toBe(200);
    expect(await ApiKey.findByPk(apiKey.id)).toMatchObject({
      createdByUserId: null,
      creatorName: maker.name,
    });
  });
});
