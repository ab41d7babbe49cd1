import { beforeEach, describe, expect, test } from "vitest";
import { inTransaction, sequelize } from "#app/database/connection.server.ts";
import {
  ApiKey,
  AuditEntry,
  BulkJob,
  Delivery,
  SavedView,
  Submission,
  SupportAccess,
  User,
  Workspace,
  WorkspaceInvitation,
  WorkspaceMember,
} from "#app/models/index.server.ts";
import { SubmissionsQuery } from "#app/schemas/submission-query.ts";
import { createApiKey, revokeApiKey } from "#app/services/auth/credentials/manage-api-keys.server.ts";
import { allowSupport, endSupport } from "#app/services/auth/sessions/support-access.server.ts";
import { decideSelection } from "#app/services/bulk/decide-selection.server.ts";
import { erasePerson } from "#app/services/bulk/erase-person.server.ts";
import { saveConnection } from "#app/services/connections/connections.server.ts";
import { disconnectPlatform } from "#app/services/connections/disconnect-platform.server.ts";
import { endTestMode } from "#app/services/connections/test-mode.server.ts";
import { resendDelivery } from "#app/services/deliveries/resend-delivery.server.ts";
import { deleteForm, updateForm } from "#app/services/form-settings/form-settings.server.ts";
import { startListExport } from "#app/services/list-exports/list-exports.server.ts";
import { showSamples } from "#app/services/overview/show-samples.server.ts";
import { createPlatform } from "#app/services/platforms/manage-platforms.server.ts";
import { cancelReplay } from "#app/services/replays/replays.server.ts";
import { decideSubmission } from "#app/services/submissions/decide-submission.server.ts";
import { saveView } from "#app/services/submissions/saved-views.server.ts";
import { invite } from "#app/services/team/invitations.server.ts";
import { changeMemberRole, removeMember, transferOwnership } from "#app/services/team/members.server.ts";
import {
  type Access,
  assertAccess,
  grantKeyAccess,
  type MemberAccess,
} from "#app/services/workspaces/access.server.ts";
import { addWorkspace, renameWorkspace } from "#app/services/workspaces/create-workspace.server.ts";
import { updateWorkspace } from "#app/services/workspaces/update-workspace.server.ts";
import {
  connectMeta,
  createForm,
  createKey,
  createMember,
  type Form,
  submitForm,
  toAccess,
  uniqueEmail,
} from "../../factories/index.ts";
import { enterAsSupport } from "../../support/enter-as-support.ts";

let form: Form;
let claim: Submission;
let other: User;
let connectionId: string;
beforeEach(async () => {
  form = await createForm();
  other = await createMember(form.owner, "manager");
  connectionId = (await connectMeta(form.owner)).id;
  claim = await submitForm(form);
});

/** What the guard saw of a second owner, before that right ends. */
async function createOtherOwner(): Promise<MemberAccess> {
  return toAccess(form.owner, await createMember(form.owner, "owner"));
}

const demote = ({ userId }: MemberAccess) =>
  changeMemberRole({ access: toAccess(form.owner), userId, role: "viewer", isProven: false });
const verify = (access: Access) =>
  decideSubmission({ access, submissionId: claim.id, input: { status: "handled" } });

/** What only an owner or a manager may do, each a service of its own. */
const writes: { name: string; write: (access: MemberAccess) => Promise<unknown> }[] = [
  {
    name: "promote somebody",
    write: (access) => changeMemberRole({ access, userId: other.id, role: "owner", isProven: true }),
  },
  { name: "remove somebody", write: (access) => removeMember({ access, userId: other.id }) },
  { name: "hand the workspace over", write: (access) => transferOwnership({ access, newOwnerId: other.id }) },
  {
    name: "invite somebody",
    write: (access) =>
      invite({
        access,
        invitedBy: form.owner,
        isProven: true,
        input: { email: uniqueEmail(), role: "viewer" },
      }),
  },
  { name: "rename the workspace", write: (access) => renameWorkspace({ access, name: "Taken" }) },
  {
    name: "change the currency",
    write: (access) =>
      inTransaction((transaction) => updateWorkspace({ access, input: { currency: "JPY" } }, transaction)),
  },
  { name: "verify a claim", write: verify },
  {
    name: "verify all claims",
    write: (access) =>
      decideSelection({
        access,
        workspace: form.owner.workspace,
        selection: { filter: {} },
        decision: { status: "handled" },
      }).then((result) => {
        if ("errors" in result && result.errors.length > 0) throw result.errors[0];
      }),
  },
  { name: "erase a person", write: (access) => erasePerson({ access, search: claim.email }) },
  {
    name: "make a key",
    write: (access) =>
      createApiKey({ access, user: form.owner, input: { name: "Reports", scopes: ["stats:read"] } }),
  },
  {
    name: "allow support access",
    write: (access) => allowSupport({ access, actor: { user: form.owner, ip: null }, hours: 1 }),
  },
  {
    name: "connect an ad platform",
    write: (access) =>
      saveConnection({
        access,
        adPlatform: "meta",
        credential: { accessToken: "sandbox-token" },
        assetId: "100000000000001",
        assetName: null,
      }),
  },
  { name: "end test mode", write: (access) => endTestMode({ access, connectionId }) },
  { name: "disconnect an ad platform", write: (access) => disconnectPlatform({ access, connectionId }) },
  {
    name: "send an event again",
    write: async (access) => resendDelivery({ access, deliveryId: "00000000-0000-7000-8000-000000000000" }),
  },
  {
    name: "cancel a replay",
    write: (access) => cancelReplay({ access, replayId: "00000000-0000-7000-8000-000000000000" }),
  },
  {
    name: "add a broker",
    write: (access) => createPlatform({ access, input: { name: "Northgate", icon: "Coins" } }),
  },
  { name: "change the form", write: (access) => updateForm({ access, input: { title: "Taken" } }) },
  { name: "delete the form", write: (access) => deleteForm(access) },
  { name: "show samples", write: (access) => showSamples(access, true) },
  {
    name: "share a view",
    write: (access) => saveView({ access, name: "Mine", query: "?status=all", isShared: true }),
  },
];

/** Everything that these writes could change, to be compared. */
const readAll = async () =>
  JSON.stringify(
    await Promise.all([
      WorkspaceMember.findAll({ where: { userId: [form.owner.id, other.id] }, order: ["userId"] }),
      Workspace.findAll({ attributes: ["id", "name", "currency", "showsSamples"], order: ["id"] }),
      Submission.findAll({ attributes: ["status", "erasedAt"] }),
      WorkspaceInvitation.count(),
      ApiKey.count(),
      SupportAccess.count(),
      BulkJob.count(),
      Delivery.count(),
      SavedView.count(),
      form.row.reload().then(({ title, deletedAt, version }) => [title, deletedAt, version]),
    ]),
  );

describe("right that ended after the guard had seen it", () => {
  for (const { name, write } of writes) {
    test(`a demoted owner can no longer ${name}`, async () => {
      const access = await createOtherOwner();
      await demote(access);
      const before = await readAll();
      const refusal =
        name === "verify all claims" ? { error: "Your role does not allow this." } : { code: "role_refused" };
      await expect(write(access)).rejects.toMatchObject(refusal);
      expect(await readAll()).toBe(before);
    });
  }

  test("a removed member decides nothing, and the others of the same moment do", async () => {
    const access = await createOtherOwner();
    const second = await submitForm(form);
    await removeMember({ access: toAccess(form.owner), userId: access.userId });
    const outcomes = await Promise.allSettled([
      verify(access),
      decideSubmission({
        access: toAccess(form.owner),
        submissionId: second.id,
        input: { status: "rejected" },
      }),
    ]);
    expect(outcomes).toMatchObject([{ reason: { code: "not_found" } }, { status: "fulfilled" }]);
    expect((await claim.reload()).status).toBe("pending");
    expect((await second.reload()).status).toBe("rejected");
  });

  test("a deactivated member, a revoked key and an ended support access write nothing", async () => {
    const access = await createOtherOwner();
    await User.update({ isActive: false }, { where: { id: access.userId } });
    await expect(verify(access)).rejects.toMatchObject({ status: 401 });

    const { apiKey } = await createKey(form.owner);
    const key = grantKeyAccess({ workspaceId: claim.workspaceId, keyId: apiKey.id });
    await revokeApiKey({ access: toAccess(form.owner), keyId: apiKey.id });
    await expect(verify(key)).rejects.toMatchObject({ code: "invalid_token" });

    const support = await enterAsSupport(form.owner);
    await endSupport({ access: toAccess(form.owner), actor: { user: form.owner, ip: null } });
    await expect(verify(support)).rejects.toMatchObject({ code: "not_found" });
    expect((await claim.reload()).status).toBe("pending");
  });

  test("support access and keys write while they hold, and only what they may", async () => {
    const support = await enterAsSupport(form.owner);
    await expect(addWorkspace({ access: support, userId: support.userId, ...NEW })).rejects.toMatchObject({
      code: "role_refused",
    });
    await verify(support);
    const { apiKey } = await createKey(form.owner, { scopes: ["submissions:read"] });
    const key = grantKeyAccess({ workspaceId: claim.workspaceId, keyId: apiKey.id });
    await expect(verify(key)).rejects.toMatchObject({ code: "scope_missing" });
    await User.update({ role: "user" }, { where: { id: support.userId } });
    await expect(showSamples(support, true)).rejects.toMatchObject({ code: "not_found" });
    expect((await claim.reload()).status).toBe("handled");
  });

  test("an administrator who lost the role enters no workspace", async () => {
    await expect(enterAsSupport(form.owner, { role: "user" })).rejects.toMatchObject({ code: "not_found" });
    expect(await AuditEntry.count({ where: { action: "support.entered" } })).toBe(0);
  });

  test("a member who lost the list starts no export of it", async () => {
    const access = await createOtherOwner();
    const checker = {
      access: toAccess(form.owner),
      userId: access.userId,
      role: "checker" as const,
      isProven: false,
    };
    await changeMemberRole(checker);
    const query = SubmissionsQuery.parse({});
    const started = startListExport({ access, workspace: form.owner.workspace, query, format: "csv" }, 0);
    await expect(started).rejects.toMatchObject({ code: "role_refused" });
  });
});

const NEW = { name: "Second", timeZone: "UTC", currency: "EUR" };

describe("right in a transaction", () => {
  const ends: { name: string; start: () => Promise<{ access: Access; end: () => Promise<unknown> }> }[] = [
    {
      name: "a membership",
      async start() {
        const access = await createOtherOwner();
        return { access, end: () => removeMember({ access: toAccess(form.owner), userId: access.userId }) };
      },
    },
    {
      name: "a key",
      async start() {
        const { apiKey } = await createKey(form.owner);
        const access = grantKeyAccess({ workspaceId: claim.workspaceId, keyId: apiKey.id });
        return { access, end: () => revokeApiKey({ access: toAccess(form.owner), keyId: apiKey.id }) };
      },
    },
    {
      name: "a support access",
      async start() {
        const access = await enterAsSupport(form.owner);
        const actor = { user: form.owner, ip: null };
        return { access, end: () => endSupport({ access: toAccess(form.owner), actor }) };
      },
    },
  ];
  for (const { name, start } of ends) {
    test(`${name} that was checked in a transaction ends only after it`, async () => {
      const { access, end } = await start();
      const order: string[] = [];
      let ended: Promise<unknown> | undefined;
      await inTransaction(async (transaction) => {
        await assertAccess(access, "submissions:write", transaction);
        ended ??= end().then(() => order.push("ended"));
        // Long enough for the end of the right, if nothing held it.
        for (let index = 0; index < 200; index++) await sequelize.query("SELECT 1", { transaction });
        order.push("acted");
      }).catch(() => order.push("refused"));
      await ended;
      // On another node of a cluster nothing holds it, and what was begun before is refused.
      expect([
        ["acted", "ended"],
        ["ended", "acted", "refused"],
        ["ended", "refused"],
      ]).toContainEqual(order);
    });
  }

  test("demoting an owner and what the owner does at the same moment leave one of two orders, never a mix", async () => {
    for (let round = 0; round < 5; round++) {
      const access = await createOtherOwner();
      const views = await SavedView.count();
      const share = () => saveView({ access, name: `View ${round}`, query: "?", isShared: true });
      const [shared, demoted, late] = await Promise.allSettled([share(), demote(access), share()]);
      expect(demoted.status).toBe("fulfilled");
      const saved = [shared, late].filter(({ status }) => status === "fulfilled").length;
      expect(await SavedView.count()).toBe(views + saved);
      await expect(share()).rejects.toMatchObject({ code: "role_refused" });
    }
  });
});
