import { describe, expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { ApiKey, Submission, User, Workspace, WorkspaceMember } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { deleteAccount } from "#app/services/accounts/delete-account.server.ts";
import {
  addMember,
  createForm,
  createKey,
  createMember,
  createOwner,
  signInAs,
  submitForm,
} from "../../factories/index.ts";
import { endArrivals } from "../../support/end-arrivals.ts";
import { eventually } from "../../support/eventually.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const headers = { "sec-fetch-site": "same-origin" };

describe("deleting an account", () => {
  const remove = async (user: User) => {
    const { token } = await signInAs(user);
    return site.send("/api/user", { method: "DELETE", token });
  };

  test("deleting an account deletes the workspaces in which it is alone, and leaves the others as they are", async () => {
    const form = await createForm();
    const submission = await submitForm(form);
    const member = await createOwner();
    await addMember(form.owner, member, "manager");
    expect((await remove(member)).status).toBe(204);
    await endArrivals();
    await eventually(async () => expect(await User.findByPk(member.id)).toBeNull(), 60_000);
    expect(await Workspace.findByPk(member.workspace.id)).toBeNull();
    const where = { workspaceId: form.owner.workspace.id };
    expect(await WorkspaceMember.findAll({ where })).toMatchObject([{ userId: form.owner.id }]);
    expect(await Submission.findByPk(submission.id)).not.toBeNull();
    expect((await site.submit(form)).status).toBe(201);
  });

  test("deleting an account is refused to the last owner among others, who do not lose the workspace", async () => {
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

  test("deleting an account counts no owner who is deactivated", async () => {
    const owner = await createOwner();
    await createMember(owner, "owner", { isActive: false });
    await createMember(owner, "viewer");
    expect((await remove(owner)).json.code).toBe("last_owner");
  });

  test("one owner stays when two leave at the same moment", async () => {
    const owner = await createOwner();
    const second = await createMember(owner, "owner");
    await createMember(owner, "viewer");
    const statuses = (await Promise.all([remove(owner), remove(second)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([204, 409]);
    const where = { workspaceId: owner.workspace.id, role: "owner" as const };
    expect(await WorkspaceMember.count({ where })).toBe(1);
  });

  test("an account deleted by an administrator names a new owner, an active member", async () => {
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

  test("deleting an account leaves the keys that it made to the workspace, listed with its name", async () => {
    const owner = await createOwner();
    const maker = await createOwner();
    await addMember(owner, maker, "manager");
    const { key, apiKey } = await createKey(owner, { user: maker });
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
    await endArrivals();
    await eventually(async () => expect(await User.findByPk(maker.id)).toBeNull(), 60_000);
    expect(await listed()).toMatchObject({ id: apiKey.id, createdBy: maker.name, revokedAt: null });
    expect((await site.send("/api/optin/dashboard/submissions", { token: key })).status).toBe(200);
    expect(await ApiKey.findByPk(apiKey.id)).toMatchObject({
      createdByUserId: null,
      creatorName: maker.name,
    });
  });
});
