import type { Transaction } from "sequelize";
import { Invalid } from "#app/lib/errors.ts";
import type { WaysIn } from "#app/lib/ways-in.ts";
import { inTransaction, User } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages.ts";
import { queueMail } from "../mail/queue-mail.server.ts";
import { sendReset } from "./account-links.server.ts";
import { endTokens, findToken, takeToken } from "./account-tokens.server.ts";
import { forgetRegistrant } from "./forget-registrant.server.ts";
import { accountKey } from "./new-user.server.ts";
import { assertGoodPassword } from "./password-rules.server.ts";
import { hashPassword } from "./passwords.server.ts";
import { inSameTime } from "./same-time.server.ts";
import { endSessions } from "./sessions.server.ts";
import { findWaysIn } from "./ways-in.server.ts";

/** Mails a link that sets a new password, where an account has the address. It never tells whether one does. */
export function requestReset(email: string): Promise<void> {
  return inSameTime(() =>
    inTransaction(async (transaction) => {
      const user = await User.findOne({ where: { emailKey: accountKey(email) }, transaction });
      if (user?.isActive) await sendReset(user, transaction);
    }),
  );
}

/**
 * Sets a new password by the link of a mail, which also proves the address. Every session and every other link of the account ends; of an
 * account whose address was never verified before, everything else that opens it too.
 * @returns what opens the account besides the password: it stays as it was
 * @throws {Invalid} at `token` for a link that is used, too old or none; at `password` for one that is easily guessed
 */
export async function resetPassword({
  token,
  password,
}: {
  token: string;
  password: string;
}): Promise<WaysIn> {
  const found = await findToken({ token, purpose: "reset-password" });
  const about = found && (await User.findByPk(found.userId));
  if (!about?.isActive) throw worthless();
  assertGoodPassword({ password, about });
  const passwordHash = await hashPassword(password);
  return inTransaction(async (transaction) => {
    const used = await takeToken({ token, purpose: "reset-password" }, transaction);
    if (!used) throw worthless();
    const user = await User.findByPk(used.userId, { transaction, lock: true });
    if (!user?.isActive) throw worthless();
    const isProven = used.email !== null && accountKey(used.email) === user.emailKey;
    return setPassword({ user, passwordHash, isProven }, transaction);
  });
}

/** Sets a password without a link: for whoever runs the installation. */
export async function forcePassword({
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
): Promise<WaysIn> {
  const now = new Date();
  if (isProven && !user.emailVerifiedAt) await forgetRegistrant(user.id, transaction);
  await user.update(
    { passwordHash, emailVerifiedAt: user.emailVerifiedAt ?? (isProven ? now : null), updatedAt: now },
    { transaction },
  );
  await endSessions({ userId: user.id }, transaction);
  await endTokens(
    { userId: user.id, purposes: ["reset-password", "verify-email", "change-email", "second-step"] },
    transaction,
  );
  return tellPasswordChanged(user, now, transaction);
}

const worthless = () => new Invalid([{ field: "token", message: messages.auth.resetLinkInvalid }]);

/** Tells the owner by mail that the password is another one, and what else opens the account. */
export async function tellPasswordChanged(
  user: Pick<User, "id" | "email" | "name">,
  at: Date,
  transaction: Transaction,
): Promise<WaysIn> {
  const waysIn = await findWaysIn(user.id, transaction);
  await queueMail(
    {
      kind: "password-changed",
      to: user.email,
      userId: user.id,
      props: { name: user.name, at: at.toISOString(), waysIn },
    },
    transaction,
  );
  return waysIn;
}
