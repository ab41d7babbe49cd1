import { type Transaction, UniqueConstraintError } from "sequelize";
import { Malformed } from "#app/lib/errors.ts";
import { AccountToken, inTransaction, User } from "#app/models/index.server.ts";
import { Token } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages.ts";
import { queueMail } from "../mail/queue-mail.server.ts";
import { sendFinishSignUp, sendVerification } from "./account-links.server.ts";
import { endTokens, takeToken } from "./account-tokens.server.ts";
import { accountKey } from "./new-user.server.ts";
import { inSameTime } from "./same-time.server.ts";

/**
 * Uses the link of a mail: it verifies the address of a new account, or makes a new address the account's.
 * @returns what came of it, in words
 * @throws {Malformed} `invalid_link`: missing, unknown, used, expired, or its address is another account's by now
 */
export async function confirmEmail(token: string | null): Promise<string> {
  const parsed = Token.safeParse(token);
  if (!parsed.success) throw invalidLink();
  try {
    return await inTransaction(async (transaction) => {
      const message =
        (await verifyAddress(parsed.data, transaction)) ?? (await changeAddress(parsed.data, transaction));
      if (message === null) throw invalidLink();
      return message;
    });
  } catch (error) {
    throw error instanceof UniqueConstraintError ? invalidLink() : error;
  }
}

const invalidLink = () => new Malformed("invalid_link", messages.auth.linkInvalid);

async function verifyAddress(token: string, transaction: Transaction): Promise<string | null> {
  const used = await takeToken({ token, purpose: "verify-email" }, transaction);
  const user = used && (await User.findByPk(used.userId, { transaction, lock: true }));
  // A link proves the address that it was sent to, not one that the account has since taken.
  if (!user || used.email === null || accountKey(used.email) !== user.emailKey) return null;
  await user.update({ emailVerifiedAt: user.emailVerifiedAt ?? new Date() }, { transaction });
  return messages.auth.verified;
}

async function changeAddress(token: string, transaction: Transaction): Promise<string | null> {
  const used = await takeToken({ token, purpose: "change-email" }, transaction);
  const user = used && (await User.findByPk(used.userId, { transaction, lock: true }));
  if (!user || used.email === null || !user.isActive) return null;
  const oldEmail = user.email;
  const now = new Date();
  await user.update(
    { email: used.email, emailKey: accountKey(used.email), emailVerifiedAt: now, updatedAt: now },
    { transaction },
  );
  // What was mailed to the old address is worth nothing any more.
  await endTokens({ userId: user.id, purposes: ["reset-password", "verify-email"] }, transaction);
  await queueMail(
    {
      kind: "email-changed",
      to: oldEmail,
      userId: user.id,
      props: { name: user.name, newEmail: used.email },
    },
    transaction,
  );
  return messages.auth.verified;
}

/**
 * Mails the link once more, where an account waits for it. It never tells whether one does. Where a link that sets a password was sent
 * before, it is such a one again: the address was registered twice, or its owner does not know the password.
 */
export function resendVerification(email: string): Promise<void> {
  return inSameTime(() =>
    inTransaction(async (transaction) => {
      const user = await User.findOne({ where: { emailKey: accountKey(email) }, transaction });
      if (!user || user.emailVerifiedAt || !user.isActive) return;
      const where = { userId: user.id, purpose: "reset-password" as const };
      const isContested = (await AccountToken.count({ where, transaction })) > 0;
      await (isContested ? sendFinishSignUp : sendVerification)(user, transaction);
    }),
  );
}
