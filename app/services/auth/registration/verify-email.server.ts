import { type Transaction, UniqueConstraintError } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { toEmailKey } from "#app/lib/email-address.ts";
import { Malformed } from "#app/lib/errors.ts";
import { AccountToken, User } from "#app/models/index.server.ts";
import { Token } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { withMinimumDuration } from "#app/services/auth/credentials/constant-time.server.ts";
import {
  consumeToken,
  findToken,
  findUsedToken,
  revokeTokens,
} from "#app/services/auth/credentials/one-time-tokens.server.ts";
import { queueMail } from "#app/services/mail/queue-mail.server.ts";
import { notifyAccount } from "#app/services/notifications/notify.server.ts";
import { sendFinishSignUpEmail, sendVerificationEmail } from "./account-emails.server.ts";

/**
 * Consumes an emailed link: it verifies a new account's email, or completes a change of email.
 * @throws {Malformed} `invalid_link`: missing, unknown, used, expired, or another account has the email
 */
export async function verifyEmail(token: string | null): Promise<void> {
  const parsed = Token.safeParse(token);
  if (!parsed.success) throw invalidLink();
  try {
    await inTransaction(async (transaction) => {
      const isDone =
        (await verifyAddress(parsed.data, transaction)) ?? (await changeAddress(parsed.data, transaction));
      if (!isDone) throw invalidLink();
    });
  } catch (error) {
    throw error instanceof UniqueConstraintError ? invalidLink() : error;
  }
}

/** Whether a link was used and its account's email is verified: the link has nothing left to do. */
export async function isAlreadyVerified(token: string): Promise<boolean> {
  const used = await findUsedToken({ token, purposes: ["verify-email", "change-email"] });
  const user = used && (await User.findByPk(used.userId));
  return user?.emailVerifiedAt != null && used?.email != null && toEmailKey(used.email) === user.emailKey;
}

/** Whether a link is unused and verifies the email of this account. */
export async function isOwnVerificationLink({
  token,
  userId,
}: {
  token: string;
  userId: string;
}): Promise<boolean> {
  return (await findToken({ token, purpose: "verify-email" }))?.userId === userId;
}

/**
 * Verifies a new account's email in the transaction of its first sign-in.
 * @throws {Malformed} `invalid_link`
 */
export async function verifyAccountEmail(token: string, transaction: Transaction): Promise<User> {
  const user = await verifyAddress(token, transaction);
  if (!user) throw invalidLink();
  return user;
}

const invalidLink = () => new Malformed("invalid_link", messages.auth.linkInvalid);

async function verifyAddress(token: string, transaction: Transaction): Promise<User | null> {
  const used = await consumeToken({ token, purpose: "verify-email" }, transaction);
  const user = used && (await User.findByPk(used.userId, { transaction, lock: true }));
  // A link verifies the address it was sent to, not one that the account has taken since.
  if (!user || used.email === null || toEmailKey(used.email) !== user.emailKey) return null;
  await revokeTokens({ userId: user.id, purposes: ["verify-email"] }, transaction);
  return user.update({ emailVerifiedAt: user.emailVerifiedAt ?? new Date() }, { transaction });
}

async function changeAddress(token: string, transaction: Transaction): Promise<boolean> {
  const used = await consumeToken({ token, purpose: "change-email" }, transaction);
  const user = used && (await User.findByPk(used.userId, { transaction, lock: true }));
  if (!user || used.email === null || !user.isActive) return false;
  const oldEmail = user.email;
  const now = new Date();
  await user.update(
    { email: used.email, emailKey: toEmailKey(used.email), emailVerifiedAt: now, updatedAt: now },
    { transaction },
  );
  // Links sent to the old address become invalid.
  await revokeTokens(
    { userId: user.id, purposes: ["reset-password", "verify-email", "sign-in-link"] },
    transaction,
  );
  await queueMail(
    {
      kind: "email-changed",
      to: oldEmail,
      userId: user.id,
      props: { name: user.name, newEmail: used.email },
    },
    transaction,
  );
  await notifyAccount({ userId: user.id, type: "emailChanged", payload: {} }, transaction);
  return true;
}

/** Sends the link again if an account waits for it. It never reveals whether one does. */
export function resendVerification(email: string): Promise<void> {
  return withMinimumDuration(() =>
    inTransaction(async (transaction) => {
      const user = await User.findOne({ where: { emailKey: toEmailKey(email) }, transaction });
      if (user && !user.emailVerifiedAt && user.isActive) await sendVerificationAgain(user, transaction);
    }),
  );
}

/**
 * Sends the link of an unverified account again. If a password link was sent before, it is one again: the
 * email was registered twice, or its owner does not know the password.
 */
export async function sendVerificationAgain(user: User, transaction: Transaction): Promise<void> {
  const where = { userId: user.id, purpose: "reset-password" as const };
  const isContested = (await AccountToken.count({ where, transaction })) > 0;
  await (isContested ? sendFinishSignUpEmail : sendVerificationEmail)(user, transaction);
}
