import type { Transaction } from "sequelize";
import { lockRows } from "#app/database/lock-rows.server.ts";
import { Conflict } from "#app/lib/errors.ts";
import { User } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";

/**
 * Makes sure that one superadmin stays when an account loses its role or access. The rows are locked, so
 * that two cannot leave at once.
 * @throws {Conflict} `last_superadmin`
 */
export async function assertNotLastSuperadmin(
  user: Pick<User, "id" | "role">,
  transaction: Transaction,
): Promise<void> {
  if (user.role !== "superadmin") return;
  const where = { role: "superadmin", isActive: true };
  const superadmins = await lockRows(User, { where, attributes: ["id"], transaction });
  if (superadmins.every(({ id }) => id === user.id))
    throw new Conflict("last_superadmin", messages.auth.lastSuperadmin);
}
