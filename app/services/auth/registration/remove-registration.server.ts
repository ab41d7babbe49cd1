import type { Transaction } from "sequelize";
import { DecoyRegistration, Mail, User, Workspace, WorkspaceMember } from "#app/models/index.server.ts";

/**
 * Removes a registration that waits for its link, with its emails, and frees its username. Its id is an
 * account's or a decoy's.
 */
export async function removeRegistration(id: string, transaction: Transaction): Promise<void> {
  await DecoyRegistration.destroy({ where: { id }, transaction });
  const user = await User.findOne({ where: { id, emailVerifiedAt: null }, transaction, lock: true });
  if (!user) return;
  // An account that was never verified is alone in its workspace.
  const own = await WorkspaceMember.findAll({ where: { userId: id, role: "owner" }, transaction });
  await Workspace.destroy({ where: { id: own.map(({ workspaceId }) => workspaceId) }, transaction });
  await Mail.destroy({ where: { userId: id }, transaction });
  await user.destroy({ transaction });
}
