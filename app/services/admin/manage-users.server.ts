import { inTransaction } from "#app/database/connection.server.ts";
import type { UserRole } from "#app/lib/domain.ts";
import { Conflict } from "#app/lib/errors.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { deactivateAccount } from "#app/services/accounts/deactivate-account.server.ts";
import { deleteAccount } from "#app/services/accounts/delete-account.server.ts";
import { type Actor, recordAudit } from "#app/services/audit-log/audit-log.server.ts";
import { endSessions } from "#app/services/auth/sessions/sessions.server.ts";
import { lockManaged } from "./may-manage.server.ts";

/**
 * Each throws what `lockManaged` throws. One superadmin always stays, because nobody changes their own
 * account.
 */
type UserManagement = { actor: Actor; userId: string };

/** Gives a user another role. It holds on the user's next request. */
export async function changeUserRole({
  actor,
  userId,
  role,
}: UserManagement & { role: UserRole }): Promise<void> {
  await inTransaction(async (transaction) => {
    const target = await lockManaged({ actor, userId, role }, transaction);
    if (target.role === role) return;
    const detail = `${target.role} to ${role}`;
    await target.update({ role, updatedAt: new Date() }, { transaction });
    await recordAudit({ actor, action: "role.changed", target, detail }, transaction);
  });
}

/** Lets a user sign in again, or ends that: then the sessions end too, and the user is told by email. */
export async function changeUserStatus({
  actor,
  userId,
  isActive,
}: UserManagement & { isActive: boolean }): Promise<void> {
  if (!isActive) {
    await inTransaction((transaction) => lockManaged({ actor, userId }, transaction));
    return deactivateAccount(userId, async (transaction) => {
      const target = await lockManaged({ actor, userId }, transaction);
      await recordAudit({ actor, action: "user.deactivated", target }, transaction);
    });
  }
  await inTransaction(async (transaction) => {
    const target = await lockManaged({ actor, userId }, transaction);
    if (target.isActive) return;
    await target.update({ isActive: true, updatedAt: new Date() }, { transaction });
    await recordAudit({ actor, action: "user.activated", target }, transaction);
  });
}

/**
 * Deletes a user as the user could: with the workspaces in which the user is alone.
 * @param newOwnerId who becomes owner where the user is the last one among others
 * @throws {Conflict} `last_owner` without one; {Invalid} at `newOwnerId`
 */
export async function deleteUser({
  actor,
  userId,
  newOwnerId,
}: UserManagement & { newOwnerId?: string | undefined }): Promise<void> {
  await inTransaction((transaction) => lockManaged({ actor, userId }, transaction));
  try {
    await deleteAccount({
      userId,
      ...(newOwnerId === undefined ? {} : { newOwnerId }),
      also: async (transaction) => {
        const target = await lockManaged({ actor, userId }, transaction);
        await recordAudit({ actor, action: "user.deleted", target }, transaction);
      },
    });
  } catch (error) {
    if (error instanceof Conflict && error.code === "last_owner")
      throw new Conflict("last_owner", messages.admin.newOwnerNeeded);
    throw error;
  }
}

/** Signs a user out on all devices. */
export async function endUserSessions({ actor, userId }: UserManagement): Promise<void> {
  await inTransaction(async (transaction) => {
    const target = await lockManaged({ actor, userId }, transaction);
    await endSessions({ userId }, transaction);
    await recordAudit({ actor, action: "sessions.ended", target }, transaction);
  });
}
