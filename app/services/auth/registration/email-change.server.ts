import { Op, type Transaction } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { toEmailKey } from "#app/lib/email-address.ts";
import { NotFound } from "#app/lib/errors.ts";
import { AccountToken, User } from "#app/models/index.server.ts";
import { issueToken, revokeTokens } from "#app/services/auth/credentials/one-time-tokens.server.ts";
import { sendAlreadyRegisteredEmail, sendEmailChangeEmail } from "./account-emails.server.ts";

/**
 * Sends a link to the new address. If it belongs to another account, only its owner is told; for the user the
 * change waits all the same.
 */
export async function requestEmailChange(user: User, email: string, transaction: Transaction): Promise<void> {
  const known = await User.findOne({ where: { emailKey: toEmailKey(email) }, transaction });
  if (!known) return sendEmailChangeEmail(user, email, transaction);
  await issueToken({ userId: user.id, purpose: "change-email", email }, transaction);
  await sendAlreadyRegisteredEmail(known, transaction);
}

const waiting = (userId: string) => ({
  userId,
  purpose: "change-email" as const,
  usedAt: null,
  expiresAt: { [Op.gt]: new Date() },
});

/** The email that waits to be confirmed, or null. */
export async function findPendingEmail(userId: string): Promise<string | null> {
  const token = await AccountToken.findOne({ attributes: ["email"], where: waiting(userId) });
  return token?.email ?? null;
}

/**
 * Sends the link again. The previous one is revoked.
 * @throws {NotFound} if no email waits
 */
export function resendEmailChange(userId: string): Promise<void> {
  return inTransaction(async (transaction) => {
    const user = await User.findByPk(userId, { transaction, lock: true, rejectOnEmpty: true });
    const token = await AccountToken.findOne({ where: waiting(userId), transaction });
    if (!token?.email) throw new NotFound("Change of address");
    await requestEmailChange(user, token.email, transaction);
  });
}

export function cancelEmailChange(userId: string): Promise<void> {
  return inTransaction((transaction) => revokeTokens({ userId, purposes: ["change-email"] }, transaction));
}
