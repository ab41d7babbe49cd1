import type { Transaction } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { TOKEN_PURPOSES } from "#app/models/account-token.server.ts";
import { User } from "#app/models/index.server.ts";
import { revokeTokens } from "#app/services/auth/credentials/one-time-tokens.server.ts";
import { endSessions } from "#app/services/auth/sessions/sessions.server.ts";
import { assertTeamsKeepOwner } from "#app/services/workspaces/owners.server.ts";
import { queueMail } from "../mail/queue-mail.server.ts";
import { assertNotLastSuperadmin } from "./last-superadmin.server.ts";

/**
 * Deactivates one's own account.
 * @throws {Conflict} `last_superadmin`, `last_owner`
 */
export const deactivateOwnAccount = (userId: string): Promise<void> =>
  deactivateAccount(userId, (transaction) => assertTeamsKeepOwner(userId, transaction));

/**
 * Deactivates an account: nobody can sign in to it. Its data stays; keys and forms stop if their workspace
 * has no other active owner. Deactivating twice changes nothing.
 * @param also other work in the same transaction, before it
 * @throws {Conflict} `last_superadmin`
 */
export async function deactivateAccount(
  userId: string,
  also?: (transaction: Transaction) => Promise<void>,
): Promise<void> {
  await inTransaction(async (transaction) => {
    const user = await User.findByPk(userId, { transaction, lock: true });
    // The first of several requests deactivates; the others change nothing.
    if (!user?.isActive) return;
    await also?.(transaction);
    await assertNotLastSuperadmin(user, transaction);
    await user.update({ isActive: false, updatedAt: new Date() }, { transaction });
    await endSessions({ userId }, transaction);
    await revokeTokens({ userId, purposes: TOKEN_PURPOSES }, transaction);
    await queueMail({ kind: "deactivated", to: user.email, userId, props: { name: user.name } }, transaction);
  });
}
