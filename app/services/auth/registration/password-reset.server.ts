import type { Transaction } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import type { AccessMethods } from "#app/lib/access-methods.ts";
import { toEmailKey } from "#app/lib/email-address.ts";
import { Invalid } from "#app/lib/errors.ts";
import { TOKEN_PURPOSES } from "#app/models/account-token.server.ts";
import { User } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { withMinimumDuration } from "#app/services/auth/credentials/constant-time.server.ts";
import {
  consumeToken,
  findToken,
  revokeTokens,
} from "#app/services/auth/credentials/one-time-tokens.server.ts";
import { assertPasswordAllowed } from "#app/services/auth/credentials/password-policy.server.ts";
import { hashPassword } from "#app/services/auth/credentials/passwords.server.ts";
import { endSessions } from "#app/services/auth/sessions/sessions.server.ts";
import { queueMail } from "#app/services/mail/queue-mail.server.ts";
import { notifyAccount } from "#app/services/notifications/notify.server.ts";
import { findAccessMethods } from "./access-methods.server.ts";
import { sendPasswordResetEmail } from "./account-emails.server.ts";
import { revokeAllAccess } from "./revoke-all-access.server.ts";

/** Sends a link that sets a new password, if an account has the email. It never reveals whether one does. */
export function requestPasswordReset(email: string): Promise<void> {
  return withMinimumDuration(() =>
    inTransaction(async (transaction) => {
      const user = await User.findOne({ where: { emailKey: toEmailKey(email) }, transaction });
      if (user?.isActive) await sendPasswordResetEmail(user, transaction);
    }),
  );
}

/**
 * Sets a new password by an emailed link, which also verifies the email. Ends all sessions and revokes the
 * other links; if the email was not verified before, it revokes all other access too.
 * @returns what else gives access to the account
 * @throws {Invalid} at `token` for an unknown, used or expired link; at `password` for a weak one
 */
export async function resetPassword({
  token,
  password,
}: {
  token: string;
  password: string;
}): Promise<AccessMethods> {
  const found = await findToken({ token, purpose: "reset-password" });
  const about = found && (await User.findByPk(found.userId));
  if (!about?.isActive) throw worthless();
  assertPasswordAllowed({ password, about });
  const passwordHash = await hashPassword(password, async () => {
    if (!(await findToken({ token, purpose: "reset-password" }))) throw worthless();
  });
  return inTransaction(async (transaction) => {
    const used = await consumeToken({ token, purpose: "reset-password" }, transaction);
    if (!used) throw worthless();
    const user = await User.findByPk(used.userId, { transaction, lock: true });
    if (!user?.isActive) throw worthless();
    const isProven = used.email !== null && toEmailKey(used.email) === user.emailKey;
    return setPassword({ user, passwordHash, isProven }, transaction);
  });
}

/** Sets a password without a link, for the operator. */
export async function setPasswordByAdmin({
  userId,
  password,
}: {
  userId: string;
  password: string;
}): Promise<void> {
  const passwordHash = await hashPassword(password);
  await inTransaction(async (transaction) => {
    const user = await User.findByPk(userId, { transaction, lock: true, rejectOnEmpty: true });
    await setPassword({ user, passwordHash, isProven: false }, transaction);
  });
}

async function setPassword(
  { user, passwordHash, isProven }: { user: User; passwordHash: string; isProven: boolean },
  transaction: Transaction,
): Promise<AccessMethods> {
  const now = new Date();
  if (isProven && !user.emailVerifiedAt) await revokeAllAccess(user.id, transaction);
  await user.update(
    { passwordHash, emailVerifiedAt: user.emailVerifiedAt ?? (isProven ? now : null), updatedAt: now },
    { transaction },
  );
  await endSessions({ userId: user.id }, transaction);
  await revokeTokens({ userId: user.id, purposes: TOKEN_PURPOSES }, transaction);
  return sendPasswordChangedEmail(user, now, transaction);
}

const worthless = () => new Invalid([{ field: "token", message: messages.auth.resetLinkInvalid }]);

/** Tells the owner that the password was changed, and what else gives access. */
export async function sendPasswordChangedEmail(
  user: Pick<User, "id" | "email" | "name">,
  at: Date,
  transaction: Transaction,
): Promise<AccessMethods> {
  const waysIn = await findAccessMethods(user.id, transaction);
  await queueMail(
    {
      kind: "password-changed",
      to: user.email,
      userId: user.id,
      props: { name: user.name, at: at.toISOString(), waysIn },
    },
    transaction,
  );
  await notifyAccount({ userId: user.id, type: "passwordChanged", payload: {} }, transaction);
  return waysIn;
}
