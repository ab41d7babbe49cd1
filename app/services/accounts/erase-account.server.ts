import { inTransaction } from "#app/database/connection.server.ts";
import { Mail, User, WorkspaceMember } from "#app/models/index.server.ts";

/** Erases a deleted account, once the workspaces that are deleted with it are erased. */
export async function eraseAccount(userId: string): Promise<void> {
  if ((await WorkspaceMember.count({ where: { userId } })) > 0) return;
  await inTransaction(async (transaction) => {
    // Another request may have queued them during the deletion.
    await Mail.destroy({ where: { userId }, transaction });
    await User.destroy({ where: { id: userId }, transaction });
  });
}
