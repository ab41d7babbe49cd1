import type { Transaction } from "sequelize";
import { ApiKey, Authenticator, Connection, Identity, RecoveryCode } from "#app/models/index.server.ts";
import { revokeTokens } from "#app/services/auth/credentials/one-time-tokens.server.ts";
import { endSessions } from "#app/services/auth/sessions/sessions.server.ts";

/**
 * Runs before an unverified email becomes its owner's account: somebody else may have registered it, and nothing they
 * created may give access.
 */
export async function revokeAllAccess(userId: string, transaction: Transaction): Promise<void> {
  await endSessions({ userId }, transaction);
  await revokeTokens(
    { userId, purposes: ["verify-email", "change-email", "reset-password", "second-step"] },
    transaction,
  );
  await ApiKey.update({ revokedAt: new Date() }, { where: { userId, revokedAt: null }, transaction });
  for (const model of [Connection, Authenticator, RecoveryCode, Identity])
    await (model as typeof Identity).destroy({ where: { userId }, transaction });
}
