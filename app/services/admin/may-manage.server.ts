import { Op, type Transaction } from "sequelize";
import { lockRow, lockRows } from "#app/database/lock-rows.server.ts";
import { ADMIN_ROLES, isAdminRole, type UserRole } from "#app/lib/domain.ts";
import { Forbidden, NotFound } from "#app/lib/errors.ts";
import { isId } from "#app/lib/ids.ts";
import { User } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { Actor } from "#app/services/audit-log/audit-log.server.ts";

type UserManagement = {
  actor: Actor;
  userId: string;
  /** The role that the user would get. */
  role?: UserRole;
};

/**
 * Why an administrator may not do something to a user; null if it is allowed. Only a superadmin changes
 * administrators or makes one, and nobody changes their own account.
 */
export function findObjection(
  actor: Pick<User, "id" | "role">,
  target: Pick<User, "id" | "role">,
  role: UserRole = "user",
): Forbidden | null {
  if (actor.id === target.id) return new Forbidden("own_account", messages.admin.ownAccount);
  const concernsAdmins = isAdminRole(target.role) || isAdminRole(role);
  if (concernsAdmins && actor.role !== "superadmin")
    return new Forbidden("role_refused", messages.admin.superadminOnly);
  return null;
}

/**
 * Locks an administrator who changes something else than an account.
 * @throws {NotFound} if the administrator has lost the role
 */
export async function lockAdministrator({ user }: Actor, transaction: Transaction): Promise<void> {
  const where = { id: user.id, role: [...ADMIN_ROLES], isActive: true, deleteRequestedAt: null };
  const admin = await lockRow(User, { where, attributes: ["id"], transaction });
  if (!admin) throw new NotFound("Page");
}

/**
 * Locks an administrator, the user who is managed and all superadmins, in one order: of two who demote each
 * other at once, the second is no administrator any more.
 * @returns the user
 * @throws {NotFound} for an unknown or deleted user, and if the administrator has lost the role
 * @throws {Forbidden} `own_account`, `role_refused`
 */
export async function lockManaged(
  { actor, userId, role }: UserManagement,
  transaction: Transaction,
): Promise<User> {
  const rows = isId(userId)
    ? await lockRows(User, {
        where: {
          [Op.or]: [{ id: [actor.user.id, userId] }, { role: "superadmin" }],
          deleteRequestedAt: null,
        },
        transaction,
      })
    : [];
  const admin = rows.find(({ id }) => id === actor.user.id);
  const target = rows.find(({ id }) => id === userId);
  if (!target || !admin?.isActive || !isAdminRole(admin.role)) throw new NotFound("User");
  const objection = findObjection(admin, target, role);
  if (objection) throw objection;
  return target;
}
