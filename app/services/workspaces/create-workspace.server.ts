import type { Transaction } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { lockRow } from "#app/database/lock-rows.server.ts";
import { Conflict } from "#app/lib/errors.ts";
import { newId } from "#app/lib/ids.ts";
import { DEFAULT_PLAN } from "#app/lib/plans.ts";
import { ApiKey, OptInForm, Session, User, Workspace, WorkspaceMember } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { WORKSPACES_MAX } from "#app/schemas/shared/limits.ts";
import { endDeskChats } from "#app/services/workspaces/end-desk-chats.server.ts";
import { type Access, assertAccess, changeWorkspace, type MemberAccess } from "./access.server.ts";
import { findMember } from "./owners.server.ts";

type NewWorkspace = Pick<Workspace, "name" | "timeZone" | "currency"> & { userId: string };

/** Creates a workspace on the free plan, with the account as its owner. */
export async function createWorkspace(
  { userId, ...values }: NewWorkspace,
  transaction: Transaction,
): Promise<Workspace> {
  const now = new Date();
  const workspace = await Workspace.create(
    {
      id: newId(),
      ...values,
      region: null,
      subscriptionStatus: "active",
      subscriptionPlan: DEFAULT_PLAN,
      subscriptionEndsAt: null,
      createdAt: now,
      updatedAt: now,
    },
    { transaction },
  );
  await WorkspaceMember.create(
    { workspaceId: workspace.id, userId, role: "owner", createdAt: now },
    { transaction },
  );
  return workspace;
}

/**
 * Creates another workspace for an account.
 * @param sessionId the session that works in it from then on
 * @throws {Conflict} `too_many_workspaces`
 */
export async function addWorkspace({
  access,
  sessionId,
  ...input
}: NewWorkspace & { access: Access; sessionId?: string }): Promise<Workspace> {
  const { userId } = input;
  return inTransaction(async (transaction) => {
    // Locked, so that several requests at once cannot exceed the limit.
    await lockRow(User, { where: { id: userId }, attributes: ["id"], transaction });
    await assertAccess(access, "workspaces:create", transaction);
    if ((await WorkspaceMember.count({ where: { userId }, transaction })) >= WORKSPACES_MAX)
      throw new Conflict("too_many_workspaces", messages.team.tooManyWorkspaces);
    const workspace = await createWorkspace(input, transaction);
    if (sessionId !== undefined)
      await Session.update({ workspaceId: workspace.id }, { where: { id: sessionId, userId }, transaction });
    return workspace;
  });
}

/** Renames a workspace. */
export async function renameWorkspace({
  access,
  name,
}: {
  access: MemberAccess;
  name: string;
}): Promise<Workspace> {
  return changeWorkspace(access, "workspace:write", async (workspace, transaction) => {
    return workspace.update({ name, updatedAt: new Date() }, { transaction });
  });
}

/**
 * Deletes a workspace in which the account is alone: its form and keys stop at once, and a job erases the
 * rest.
 * @throws {Conflict} `has_members` while others work in it, `only_workspace` if the account has no other
 */
export async function deleteWorkspace(access: MemberAccess): Promise<void> {
  const { workspaceId, userId } = access;
  const now = new Date();
  await changeWorkspace(access, "workspace:write", async (workspace, transaction) => {
    const member = await findMember({ workspaceId, userId }, transaction);
    if ((await WorkspaceMember.count({ where: { workspaceId }, transaction })) > 1)
      throw new Conflict("has_members", messages.team.hasMembers);
    if ((await WorkspaceMember.count({ where: { userId }, transaction })) < 2)
      throw new Conflict("only_workspace", messages.team.onlyWorkspace);
    await workspace.update({ deleteRequestedAt: now, updatedAt: now }, { transaction });
    await ApiKey.update({ revokedAt: now }, { where: { workspaceId, revokedAt: null }, transaction });
    await OptInForm.update(
      { isActive: false, deletedAt: now, updatedAt: now },
      { where: { workspaceId, deletedAt: null }, transaction },
    );
    await endDeskChats({ workspaceId, userId }, transaction);
    await member.destroy({ transaction });
  });
}
