import type { Transaction } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import type { MemberRole, WorkspaceRole } from "#app/lib/domain.ts";
import { Conflict, Forbidden } from "#app/lib/errors.ts";
import { SavedView, User, Workspace, WorkspaceMember } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { revokeMemberKeys } from "#app/services/auth/credentials/manage-api-keys.server.ts";
import { endOwnSupport } from "#app/services/auth/sessions/support-access.server.ts";
import { queueMail } from "#app/services/mail/queue-mail.server.ts";
import { changeWorkspace, type MemberAccess } from "#app/services/workspaces/access.server.ts";
import { createWorkspace } from "#app/services/workspaces/create-workspace.server.ts";
import { endDeskChats } from "#app/services/workspaces/end-desk-chats.server.ts";
import { offerRotation } from "#app/services/workspaces/offer-rotation.server.ts";
import { assertOtherOwner, findMember } from "#app/services/workspaces/owners.server.ts";
import { isAllowed, needsProof } from "#app/services/workspaces/policy.ts";

/**
 * A workspace's members with their accounts, in the order in which they joined.
 * @param role the role of who reads it: not every role sees their emails
 */
export function listMembers(workspaceId: string, role: WorkspaceRole): Promise<WorkspaceMember[]> {
  const email = isAllowed(role, "members:emails") ? ["email"] : [];
  return retryRead(() =>
    WorkspaceMember.findAll({
      where: { workspaceId },
      include: [
        {
          model: User,
          as: "user",
          required: true,
          attributes: ["id", "name", "isActive", ...email],
          where: { deleteRequestedAt: null },
        },
      ],
      order: [
        ["createdAt", "ASC"],
        ["userId", "ASC"],
      ],
    }),
  );
}

type Member = { access: MemberAccess; userId: string };

/**
 * Changes what a member may do, from the next request on.
 * @param isProven whether the last authentication is recent enough to make a manager or an owner
 * @throws {Forbidden} `reauthentication_required`
 * @throws {NotFound} · {Conflict} `last_owner` for the only active owner
 */
export async function changeMemberRole({
  access,
  userId,
  role,
  isProven,
}: Member & { role: MemberRole; isProven: boolean }): Promise<void> {
  await changeWorkspace(access, "members:write", async ({ id: workspaceId }, transaction) => {
    const member = await findMember({ workspaceId, userId }, transaction);
    if (needsProof(role, member.role) && !isProven)
      throw new Forbidden("reauthentication_required", messages.auth.proofNeeded);
    if (member.role === "owner" && role !== "owner") await assertOtherOwner(member, transaction);
    if (member.role !== role) await endDeskChats({ workspaceId, userId }, transaction);
    await member.update({ role }, { transaction });
    if (!isAllowed(role, "workspace:write")) await endOwnSupport({ workspaceId, userId }, transaction);
  });
}

/**
 * Makes another member an owner and the previous one a manager, and emails the new owner.
 * @throws {NotFound} · {Conflict} `member_inactive` for a deactivated account, `last_owner` to oneself
 */
export async function transferOwnership({
  access,
  newOwnerId,
}: {
  access: MemberAccess;
  newOwnerId: string;
}): Promise<void> {
  const { workspaceId, userId: ownerId } = access;
  await changeWorkspace(access, "members:write", async (workspace, transaction) => {
    const owner = await findMember({ workspaceId, userId: ownerId }, transaction);
    const newOwner = await findMember({ workspaceId, userId: newOwnerId }, transaction);
    if (newOwnerId === ownerId) throw new Conflict("last_owner", messages.team.transferToOther);
    const [from, to] = await Promise.all([
      User.findByPk(ownerId, { attributes: ["name"], transaction }),
      User.findOne({ where: { id: newOwnerId, isActive: true }, transaction }),
    ]);
    if (!to) throw new Conflict("member_inactive", messages.team.memberInactive);
    await newOwner.update({ role: "owner" }, { transaction });
    await owner.update({ role: "manager" }, { transaction });
    for (const userId of [newOwnerId, ownerId].sort())
      await endDeskChats({ workspaceId, userId }, transaction);
    await endOwnSupport({ workspaceId, userId: ownerId }, transaction);
    const props = { name: to.name, fromName: from?.name ?? "", workspaceName: workspace.name };
    const mail = { kind: "ownership-received" as const, to: to.email, userId: to.id, workspaceId, props };
    await queueMail(mail, transaction);
  });
}

/**
 * Ends a membership: an owner removes a member, or a member leaves. An account without another workspace gets
 * a new one of its own.
 * @param revokesKeys whether the API keys that the member created in the workspace end too
 * @throws {NotFound} · {Conflict} `last_owner` for the only active owner, also of a workspace without others
 */
export async function removeMember({
  access,
  userId,
  revokesKeys = false,
}: Member & { revokesKeys?: boolean }): Promise<void> {
  const action = userId === access.userId ? "members:read" : "members:write";
  await changeWorkspace(access, action, async ({ id: workspaceId }, transaction) => {
    const member = await findMember({ workspaceId, userId }, transaction);
    if (member.role === "owner") await assertOtherOwner(member, transaction);
    if (revokesKeys) await revokeMemberKeys({ workspaceId, userId }, transaction);
    await endMembership(member, transaction);
  });
}

async function endMembership(member: WorkspaceMember, transaction: Transaction): Promise<void> {
  const { workspaceId, userId } = member;
  await SavedView.destroy({ where: { workspaceId, userId, isShared: false }, transaction });
  await WorkspaceMember.destroy({ where: { workspaceId, userId }, transaction });
  await endDeskChats({ workspaceId, userId }, transaction);
  await offerRotation(workspaceId, transaction);
  await endOwnSupport({ workspaceId, userId }, transaction);
  if ((await WorkspaceMember.count({ where: { userId }, transaction })) > 0) return;
  const [user, workspace] = await Promise.all([
    User.findByPk(userId, { transaction, rejectOnEmpty: true }),
    Workspace.findByPk(workspaceId, { transaction, rejectOnEmpty: true }),
  ]);
  const { timeZone, currency } = workspace;
  await createWorkspace({ userId, name: user.name, timeZone, currency }, transaction);
}
