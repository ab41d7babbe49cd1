import { describe, expect, test } from "vitest";
import type { MemberRole } from "#app/lib/domain.ts";
import { User, WorkspaceMember } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import {
  addMember,
  createForm,
  createKey,
  createMember,
  createOwner,
  signInAs,
  submitForm,
} from "../../factories/index.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const HEADER = "x-workspace-id";

describe("workspace", () => {
  test("a workspace is made with each account, which owns it", async () => {
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

  test("a workspace is chosen by a header, for an account with several", async () => {
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

  test("another owner's workspace is a 404, for a person and for a key", async () => {
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

  test("a workspace has the time zone, currency and plan that every member sees, and only an owner changes", async () => {
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
    expect(json.user.preferences).toEqual({
      currency: "CHF",
      timezone: "Europe/Madrid",
      theme: "light",
      region: null,
    });
    expect(json.user.subscription.plan).toBe("team");
  });

  test("a workspace's dashboard writes dates and numbers as its region does, by default its time zone's", async () => {
    const form = await createForm();
    const { token, cookie } = await signInAs(form.owner);
    await submitForm(form, { amount: "1250.5", currency: "EUR" });
    const change = async (preferences: object) => {
      const json = { preferences };
      expect((await site.send("/api/user/update-profile", { method: "PATCH", token, json })).status).toBe(
        200,
      );
      const { text } = await site.send("/dashboard/submissions?range=all", { cookie });
      return /€1,250\.50|1\.?250,50\u00a0€/.exec(text)?.[0];
    };
    expect(await change({ timezone: "UTC" })).toBe("€1,250.50");
    expect(await change({ timezone: "Europe/Berlin" })).toBe("1.250,50\u00a0€");
    expect(await change({ region: "GB" })).toBe("€1,250.50");
    expect(await change({ region: null })).toBe("1.250,50\u00a0€");
    const path = "/dashboard/settings/preferences";
    const choose = (region: string) =>
      site.send(path, {
        cookie,
        form: { intent: "preferences", theme: "dark", region },
        headers: { "sec-fetch-site": "same-origin" },
      });
    expect((await choose("GB")).status).toBe(303);
    expect((await form.owner.workspace.reload()).region).toBe("GB");
    expect((await choose("zone")).status).toBe(303);
    expect((await form.owner.workspace.reload()).region).toBeNull();
    expect((await site.send(path, { cookie })).text).toContain("As your time zone: Germany");
    const refused = await choose("XX");
    expect([refused.status, refused.text.includes(messages.fields.regionShape)]).toEqual([400, true]);
  });

  test("a workspace has a live form and working keys while one of its owners is active", async () => {
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

  test("a workspace gives its members' export what is theirs, and the rest to owners only", async () => {
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
