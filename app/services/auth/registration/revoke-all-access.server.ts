import type { Transaction } from "sequelize";
import { TOKEN_PURPOSES } from "#app/models/account-token.server.ts";
import {
  ApiKey,
  Authenticator,
  Connection,
  Identity,
  RecoveryCode,
  WorkspaceMember,
} from "#app/models/index.server.ts";
import { revokeTokens } from "#app/services/auth/credentials/one-time-tokens.server.ts";
import { endSessions } from "#app/services/auth/sessions/sessions.server.ts";
import { updateConsentLists } from "#app/services/opt-in-forms/consent-lists.server.ts";

/**
 * Runs before an unverified email becomes its owner's account: somebody else may have registered it, and
 * nothing they created may give access.
 */
export async function revokeAllAccess(userId: string, transaction: Transaction): Promise<void> {
  await endSessions({ userId }, transaction);
  await revokeTokens({ userId, purposes: TOKEN_PURPOSES }, transaction);
  await ApiKey.update(
    { revokedAt: new Date() },
    { where: { createdByUserId: userId, revokedAt: null }, transaction },
  );
  // An account that was never verified is alone in its workspace.
  const own = await WorkspaceMember.findAll({ where: { userId, role: "owner" }, transaction });
  for (const { workspaceId } of own) {
    const count = await Connection.destroy({ where: { workspaceId }, transaction });
    if (count > 0) await updateConsentLists(workspaceId, transaction);
  }
  for (const model of [Authenticator, RecoveryCode, Identity])
    await (model as typeof Identity).destroy({ where: { userId }, transaction });
}
