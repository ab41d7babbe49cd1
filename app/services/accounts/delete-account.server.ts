import type { Transaction } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { newId } from "#app/lib/ids.ts";
import { newToken } from "#app/lib/random.server.ts";
import { TOKEN_PURPOSES } from "#app/models/account-token.server.ts";
import {
  ApiKey,
  Notification,
  OptInForm,
  PushSubscription,
  User,
  Workspace,
} from "#app/models/index.server.ts";
import { USERNAME_MAX } from "#app/schemas/shared/limits.ts";
import { revokeTokens } from "#app/services/auth/credentials/one-time-tokens.server.ts";
import { endSessions } from "#app/services/auth/sessions/sessions.server.ts";
import { leaveWorkspaces } from "#app/services/workspaces/memberships.server.ts";
import { deleteUserMails } from "../mail/delete-user-mails.server.ts";
import { deleteMailFiles } from "../mail/mail-files.server.ts";
import { queueMail } from "../mail/queue-mail.server.ts";
import { assertNotLastSuperadmin } from "./last-superadmin.server.ts";

/**
 * Deletes an account and the workspaces in which it is alone: sign-in, keys and forms end at once, and its
 * email and username become free. A job erases the data. Deleting twice changes nothing.
 * @param newOwnerId who becomes owner of the workspaces in which the account is the last one, among others
 * @param also other work in the same transaction, before it
 * @throws {Conflict} `last_superadmin`, `last_owner` · {Invalid} at `newOwnerId`
 */
export async function deleteAccount({
  userId,
  newOwnerId,
  also,
}: {
  userId: string;
  newOwnerId?: string;
  also?: (transaction: Transaction) => Promise<void>;
}): Promise<void> {
  const now = new Date();
  let mailIds: string[] = [];
  await inTransaction(async (transaction) => {
    const user = await User.findByPk(userId, { transaction, lock: true });
    // The first of several requests deletes; the others change nothing.
    if (!user || user.deleteRequestedAt) return;
    await also?.(transaction);
    await assertNotLastSuperadmin(user, transaction);
    const { email: to, name } = user;
    // An address and username that nobody can choose.
    const nobody = `deleted-${newId()}`;
    const username = `~${newToken()}`.slice(0, USERNAME_MAX);
    await user.update(
      {
        isActive: false,
        deleteRequestedAt: now,
        updatedAt: now,
        name: "",
        email: nobody,
        emailKey: nobody,
        username,
        usernameKey: username,
        passwordHash: null,
        phoneNumber: null,
        address: null,
      },
      { transaction },
    );
    // Keys of shared workspaces stay, and are listed with this name.
    await ApiKey.update({ creatorName: name }, { where: { createdByUserId: userId }, transaction });
    await endSessions({ userId }, transaction);
    await revokeTokens({ userId, purposes: TOKEN_PURPOSES }, transaction);
    const workspaceId = await leaveWorkspaces({ userId, newOwnerId }, transaction);
    await Workspace.update(
      { deleteRequestedAt: now, updatedAt: now },
      { where: { id: workspaceId }, transaction },
    );
    await ApiKey.update({ revokedAt: now }, { where: { workspaceId, revokedAt: null }, transaction });
    await OptInForm.update(
      { isActive: false, deletedAt: now, updatedAt: now },
      { where: { workspaceId, deletedAt: null }, transaction },
    );
    mailIds = await deleteUserMails(userId, transaction);
    await Notification.destroy({ where: { userId }, transaction });
    await PushSubscription.destroy({ where: { userId }, transaction });
    await queueMail({ kind: "deleted", to, userId: null, props: { name } }, transaction);
  });
  await deleteMailFiles(mailIds);
}
