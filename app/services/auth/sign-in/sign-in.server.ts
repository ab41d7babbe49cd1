import { Op } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { Forbidden, Unauthenticated } from "#app/lib/errors.ts";
import { User } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { isUsernameKey, toLookupKey } from "#app/services/auth/credentials/email-key.server.ts";
import { issueToken } from "#app/services/auth/credentials/one-time-tokens.server.ts";
import {
  hashPassword,
  needsRehash,
  verifyPassword,
} from "#app/services/auth/credentials/passwords.server.ts";
import { findDecoy } from "#app/services/auth/registration/decoy-registrations.server.ts";
import { type SessionCreated, type SignInOrigin, startSession } from "./complete-sign-in.server.ts";
import { linkIdentity, type NewLink } from "./link-identity.server.ts";
import { lockVerifiedAccount } from "./lock-account.server.ts";
import { hasTwoFactor } from "./two-factor.server.ts";

/** The account behind a username or an address, or null. */
export function findAccount(usernameOrEmail: string): Promise<User | null> {
  const key = toLookupKey(usernameOrEmail);
  return retryRead(() =>
    User.findOne({
      where: { [Op.or]: [{ emailKey: key }, ...(isUsernameKey(key) ? [{ usernameKey: key }] : [])] },
    }),
  );
}

/**
 * Proves by its password that an account is the caller's.
 * @returns the account as it was proven
 * @throws {Unauthenticated} one message and one timing for an unknown account and a wrong password
 * @throws {Forbidden} `email_unverified` or `account_deactivated`, only after the password was right
 */
export async function verifyCredentials({
  usernameOrEmail,
  password,
}: {
  usernameOrEmail: string;
  password: string;
}): Promise<User> {
  const [user, held] = await Promise.all([
    findAccount(usernameOrEmail),
    findDecoy({ usernameOrEmail, password }),
  ]);
  const isRight = await verifyPassword(user?.passwordHash ?? null, password);
  // Said of a known address too: whoever registered with it must not learn that it has an account.
  if (held && !isRight) throw new EmailUnverified(held.email);
  if (!user || !isRight) throw new Unauthenticated(messages.auth.invalidCredentials, "invalid_credentials");
  assertMaySignIn(user);
  if (user.passwordHash && needsRehash(user.passwordHash)) {
    const passwordHash = await hashPassword(password);
    const where = { id: user.id, passwordHash: user.passwordHash };
    const [renewed] = await inTransaction((transaction) =>
      User.update({ passwordHash }, { where, transaction }),
    );
    // It has another one by now: set anew, or hashed anew by a sign-in beside this one.
    if (renewed === 0) return verifyCredentials({ usernameOrEmail, password });
    user.passwordHash = passwordHash;
  }
  return user;
}

/** The account waits for its address to be verified. */
export class EmailUnverified extends Forbidden {
  /** For whoever knows the password. */
  readonly email: string;

  constructor(email: string) {
    super("email_unverified", messages.auth.emailUnverified);
    this.email = email;
  }
}

/** @throws {Forbidden} `email_unverified` or `account_deactivated` */
export function assertMaySignIn(user: User): void {
  if (!user.isActive) throw new Forbidden("account_deactivated", messages.auth.deactivated);
  if (!user.emailVerifiedAt) throw new EmailUnverified(user.email);
}

/**
 * Goes on with whoever has proven to be an account's owner: to its second step where it has one, and else in. All of it happens while the
 * account is held, so that a password that is reset meanwhile ends what was begun with the old one.
 * @param user the account as it was proven
 * @param provenAt when: just now by a password; a provider may have asked long ago
 * @param link what is linked to the account once it is entered: for one with a second step, after that
 * @throws {Unauthenticated} as for a wrong password, once what was proven is worth nothing
 */
export function completeFirstFactor({
  user,
  provenAt = new Date(),
  link = null,
  ...arrival
}: SignInOrigin & { user: User; provenAt?: Date; link?: NewLink | null }): Promise<
  SessionCreated | { secondStepToken: string }
> {
  return inTransaction(async (transaction) => {
    const held = await lockVerifiedAccount(user, transaction);
    if (!(await hasTwoFactor(user.id, transaction))) {
      if (link) await linkIdentity({ owner: held, ...link }, transaction);
      return startSession({ user: held, provenAt, ...arrival }, transaction);
    }
    const secondStepToken = await issueToken({ userId: user.id, purpose: "second-step" }, transaction);
    return { secondStepToken };
  });
}
