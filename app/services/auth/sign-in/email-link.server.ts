import type { Transaction } from "sequelize";
import { toEmailKey } from "#app/lib/email-address.ts";
import { Forbidden, Invalid } from "#app/lib/errors.ts";
import type { User } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { consumeToken } from "#app/services/auth/credentials/one-time-tokens.server.ts";
import { verifyAccountEmail } from "#app/services/auth/registration/verify-email.server.ts";
import { lockOpenAccount } from "./lock-account.server.ts";

/** A link from an email: one that signs in, or one that verifies the email of a new account. */
export type EmailLink = { purpose: "sign-in-link" | "verify-email"; token: string };

type FirstFactor = { user: User; authenticatedAt: Date };

/**
 * Consumes a link in the transaction of its sign-in and locks the account.
 * @throws {Invalid} at `token` for an unknown, used or expired sign-in link
 * @throws {Malformed} `invalid_link` · {Forbidden} `account_deactivated`, for a link that verifies
 */
export function consumeEmailLink(
  { purpose, token }: EmailLink,
  transaction: Transaction,
): Promise<FirstFactor> {
  return (purpose === "sign-in-link" ? consumeSignInLink : consumeVerificationLink)(token, transaction);
}

async function consumeSignInLink(token: string, transaction: Transaction): Promise<FirstFactor> {
  const used = await consumeToken({ token, purpose: "sign-in-link" }, transaction);
  const user = used && (await lockOpenAccount(used.userId, transaction));
  // A link signs in at the address it was sent to, not at one that the account has taken since.
  if (!user || toEmailKey(used?.email ?? "") !== user.emailKey)
    throw new Invalid([{ field: "token", message: messages.auth.signInLinkInvalid }]);
  return { user, authenticatedAt: new Date() };
}

async function consumeVerificationLink(token: string, transaction: Transaction): Promise<FirstFactor> {
  const { id } = await verifyAccountEmail(token, transaction);
  const user = await lockOpenAccount(id, transaction);
  if (!user) throw new Forbidden("account_deactivated", messages.auth.deactivated);
  // The password was typed when the account was created.
  return { user, authenticatedAt: user.createdAt };
}
