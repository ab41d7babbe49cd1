import { Op, type Transaction } from "sequelize";
import { lockRow, lockRows } from "#app/database/lock-rows.server.ts";
import { Conflict, NotFound } from "#app/lib/errors.ts";
import { User, Workspace, WorkspaceMember } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";

/**
 * Locks a workspace while its members change: of two changes at the same moment the second sees the first.
 * @throws {NotFound} when it is being deleted
 */
export async function lockWorkspace(workspaceId: string, transaction: Transaction): Promise<Workspace> {
  const where = { id: workspaceId, deleteRequestedAt: null };
  const workspace = await lockRow(Workspace, { where, transaction });
  if (!workspace) throw new NotFound("Workspace");
  return workspace;
}

/** @throws {NotFound} when the account is no member */
export async function findMember(
  { workspaceId, userId }: { workspaceId: string; userId: string },
  transaction: Transaction,
): Promise<WorkspaceMember> {
  const member = await WorkspaceMember.findOne({ where: { workspaceId, userId }, transaction });
  if (!member) throw new NotFound("Member");
  return member;
}

/**
 * Checks that each workspace in which others are active keeps an active owner without this account.
 * @throws {Conflict} `last_owner`
 */
export async function assertTeamsKeepOwner(userId: string, transaction: Transaction): Promise<void> {
  const owned = await WorkspaceMember.findAll({
    where: { userId, role: "owner" },
    attributes: ["workspaceId"],
    transaction,
  });
  const ids = owned.map(({ workspaceId }) => workspaceId);
  // Locked, so that of two owners who leave at once the second sees the first.
  await lockRows(Workspace, { where: { id: ids }, attributes: ["id"], transaction });
  for (const workspaceId of ids) {
    const where = { workspaceId, userId: { [Op.ne]: userId } };
    const others = await WorkspaceMember.findAll({ where, attributes: ["userId"], transaction });
    const active = { id: others.map((member) => member.userId), isActive: true };
    if ((await User.count({ where: active, transaction })) > 0)
      await assertOtherOwner({ workspaceId, userId }, transaction);
  }
}

/**
 * Checks that a workspace has an active owner besides this one. The workspace is locked.
 * @throws {Conflict} `last_owner`
 */
export async function assertOtherOwner(
  { workspaceId, userId }: Pick<WorkspaceMember, "workspaceId" | "userId">,
  transaction: Transaction,
): Promise<void> {
  const owners = await WorkspaceMember.findAll({
    where: { workspaceId, role: "owner", userId: { [Op.ne]: userId } },
    attributes: ["userId"],
    transaction,
  });
  const id = owners.map((owner) => owner.userId);
  const active = await User.count({ where: { id, isActive: true }, transaction });
  if (active === 0) throw new Conflict("last_owner", messages.team.lastOwner);
}
