import { inTransaction } from "#app/database/connection.server.ts";
import { emptyLogSoon } from "#app/database/erased-rows.server.ts";
import { User, WorkspaceMember } from "#app/models/index.server.ts";
import { deleteUserMails } from "#app/services/mail/delete-user-mails.server.ts";
import { deleteMailFiles } from "#app/services/mail/mail-files.server.ts";

/** Erases a deleted account, once the workspaces that are deleted with it are erased. */
export async function eraseAccount(userId: string): Promise<void> {
  if ((await WorkspaceMember.count({ where: { userId } })) > 0) return;
  const mailIds = await inTransaction(async (transaction) => {
    // Another request may have queued them during the deletion.
    const ids = await deleteUserMails(userId, transaction);
    await User.destroy({ where: { id: userId }, transaction });
    return ids;
  });
  emptyLogSoon();
  await deleteMailFiles(mailIds);
}
