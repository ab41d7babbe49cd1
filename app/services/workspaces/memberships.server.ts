import { Op, type Transaction } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { lockRows } from "#app/database/lock-rows.server.ts";
import type { MemberRole, WorkspaceRole } from "#app/lib/domain.ts";
import { Conflict, Forbidden, Invalid, NotFound } from "#app/lib/errors.ts";
import type { HasRegion } from "#app/lib/region.ts";
import { User, Workspace, WorkspaceMember } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { endDeskChats } from "#app/services/workspaces/end-desk-chats.server.ts";
import { type Access, grantAccess, type MemberAccess } from "./access.server.ts";
import { offerRotation } from "./offer-rotation.server.ts";
import { isAllowed, type WorkspaceAction } from "./policy.ts";

export type Membership = { workspace: Workspace; role: WorkspaceRole };
/** Without a support access, which is no membership. */
export type OwnMembership = { workspace: Workspace; role: MemberRole };

/**
 * The membership of a request: in the workspace that it names, otherwise in the session's chosen one,
 * otherwise in the account's first one.
 * @throws {NotFound} also for a workspace of others
 */
export function chooseMembership(
  memberships: WorkspaceMember[],
  workspaceId: string | null,
  preferredId: string | null = null,
): OwnMembership {
  const [first] = memberships.toSorted(byJoining);
  const of = (id: string | null) => memberships.find((member) => member.workspaceId === id);
  const chosen = workspaceId === null ? (of(preferredId) ?? first) : of(workspaceId);
  if (!chosen?.workspace) throw new NotFound("Workspace");
  return { workspace: chosen.workspace, role: chosen.role };
}

/** The order in which an account joined its workspaces. */
const byJoining = (a: WorkspaceMember, b: WorkspaceMember): number =>
  Number(a.createdAt) - Number(b.createdAt) || (a.workspaceId < b.workspaceId ? -1 : 1);

/** The workspaces of a user whose memberships are loaded, the first joined first. */
export const sortMemberships = ({ memberships = [] }: Pick<User, "memberships">): OwnMembership[] =>
  memberships.toSorted(byJoining).flatMap(({ workspace, role }) => (workspace ? [{ workspace, role }] : []));

/**
 * The membership in a workspace that a URL names, for a caller whose memberships are loaded.
 * @throws {NotFound} also for a workspace of others · {Forbidden} `role_refused`
 */
export function findMembership(
  { user }: { user: Pick<User, "id" | "memberships">; access: Access },
  workspaceId: string,
  action?: WorkspaceAction,
): OwnMembership & { access: MemberAccess } {
  const membership = chooseMembership(user.memberships ?? [], workspaceId);
  if (action && !isAllowed(membership.role, action))
    throw new Forbidden("role_refused", messages.workspaces.roleRefused);
  const access = grantAccess({ workspaceId, userId: user.id, supportAccessId: null });
  return { ...membership, access };
}

/** The membership of whoever linked a chat with a fresh proof, as it is now; null where it ended. */
export async function findLinkedMember({
  workspaceId,
  userId,
}: {
  workspaceId: string;
  userId: string;
}): Promise<(OwnMembership & { access: MemberAccess }) | null> {
  const member = await retryRead(() =>
    WorkspaceMember.findOne({
      where: { workspaceId, userId },
      include: [
        { model: Workspace, as: "workspace", where: { deleteRequestedAt: null } },
        { model: User, as: "user", where: { isActive: true }, attributes: ["id"] },
      ],
    }),
  );
  if (!member?.workspace) return null;
  const access = grantAccess({ workspaceId, userId, supportAccessId: null });
  return { workspace: member.workspace, role: member.role, access };
}

/** The workspace that an account works in when it names none. */
export async function getDefaultWorkspace(userId: string): Promise<Workspace> {
  return chooseMembership(await listMemberships(userId), null).workspace;
}

/** Whose dates and numbers an account's emails have. */
export async function findRegion(userId: string): Promise<HasRegion> {
  const memberships = await listMemberships(userId);
  return memberships.length > 0
    ? chooseMembership(memberships, null).workspace
    : { timeZone: "UTC", region: null };
}

function listMemberships(userId: string): Promise<WorkspaceMember[]> {
  return retryRead(() =>
    WorkspaceMember.findAll({ where: { userId }, include: [{ model: Workspace, as: "workspace" }] }),
  );
}

/**
 * Ends an account's memberships, in the transaction that deletes the account.
 * @param newOwnerId the member who becomes owner where the account is the last one
 * @returns the workspaces in which the account is alone: they are deleted with it
 * @throws {Conflict} `last_owner` without a new owner
 * @throws {Invalid} at `newOwnerId`: not an active member of each such workspace
 */
export async function leaveWorkspaces(
  { userId, newOwnerId }: { userId: string; newOwnerId?: string | undefined },
  transaction: Transaction,
): Promise<string[]> {
  const own = await WorkspaceMember.findAll({ where: { userId }, attributes: ["workspaceId"], transaction });
  const ids = own.map(({ workspaceId }) => workspaceId);
  // The second of two owners who leave at once sees that the first has left.
  await lockRows(Workspace, { where: { id: ids }, attributes: ["id"], transaction });
  const others = await WorkspaceMember.findAll({
    where: { workspaceId: ids, userId: { [Op.ne]: userId } },
    transaction,
  });
  const active = new Set(
    (
      await User.findAll({
        where: { id: others.map((member) => member.userId), isActive: true },
        attributes: ["id"],
        transaction,
      })
    ).map(({ id }) => id),
  );
  const alone: string[] = [];
  for (const workspaceId of ids) {
    const rest = others.filter((member) => member.workspaceId === workspaceId);
    if (rest.length === 0) {
      alone.push(workspaceId);
      continue;
    }
    if (!rest.some((member) => member.role === "owner" && active.has(member.userId))) {
      if (newOwnerId === undefined) throw new Conflict("last_owner", messages.workspaces.lastOwner);
      const newOwner = rest.find((member) => member.userId === newOwnerId && active.has(newOwnerId));
      if (!newOwner)
        throw new Invalid([{ field: "newOwnerId", message: messages.workspaces.newOwnerUnknown }]);
      await newOwner.update({ role: "owner" }, { transaction });
      await endDeskChats({ workspaceId, userId: newOwner.userId }, transaction);
    }
    await endDeskChats({ workspaceId, userId }, transaction);
    await WorkspaceMember.destroy({ where: { workspaceId, userId }, transaction });
    await offerRotation(workspaceId, transaction);
  }
  return alone;
}
