import { Op } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { toEmailKey } from "#app/lib/email-address.ts";
import { Forbidden, Unauthenticated } from "#app/lib/errors.ts";
import { countFailures, type Limit, RateLimited } from "#app/lib/rate-limiter.server.ts";
import { User } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import {
  hashPassword,
  needsRehash,
  verifyPassword,
} from "#app/services/auth/credentials/passwords.server.ts";
import { isUsernameKey } from "#app/services/auth/credentials/username-key.ts";
import {
  findDecoyOwner,
  findDecoys,
  matchDecoy,
} from "#app/services/auth/registration/decoy-registrations.server.ts";
import { isKnownDevice } from "#app/services/auth/sessions/known-devices.server.ts";
import { signInLimits } from "./attempt-limits.server.ts";

export type PasswordCredentials = { usernameOrEmail: string; password: string };

/**
 * Verifies a password. The work is the same for an unknown account. Only wrong attempts are counted.
 * @param cookieId the browser's own id, which gives a known device its own count of attempts
 * @returns the account as it was when the password was right
 * @throws {RateLimited} · {Unauthenticated} one message for an unknown account and a wrong password
 * @throws {Forbidden} `email_unverified` or `account_deactivated`, only after the password was right
 */
export async function verifyCredentials(
  { usernameOrEmail, password }: PasswordCredentials,
  cookieId: string | null,
): Promise<User> {
  const key = toEmailKey(usernameOrEmail);
  const [user, decoys] = await Promise.all([findAccount(key), findDecoys(key)]);
  const limit = await limitFor(key, user ?? (await findDecoyOwner(decoys, key)), cookieId);
  return offerLink(() =>
    countFailures([limit], async () => {
      const decoy = matchDecoy(decoys, password);
      const isRight = await verifyPassword(user?.passwordHash ?? null, password);
      // Also if the email has an account: whoever registered with it must not learn that.
      if (decoy && !isRight) throw new EmailUnverified(decoy.email);
      if (!user || !isRight) throw invalidCredentials();
      assertMaySignIn(user);
      return rehash(user, password);
    }),
  );
}

/** Strangers can use up the limit of unknown devices, so the owner can sign in through a link. */
async function offerLink<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (error) {
    if (!(error instanceof RateLimited)) throw error;
    throw new RateLimited(error.headers, `${error.message} ${messages.auth.signInByLink}`);
  }
}

/** The account behind the lookup key of a username or email. */
export function findAccount(key: string): Promise<User | null> {
  return retryRead(() =>
    User.findOne({
      where: { [Op.or]: [{ emailKey: key }, ...(isUsernameKey(key) ? [{ usernameKey: key }] : [])] },
    }),
  );
}

/**
 * The account's limit, whether it is named by username or email. A known device has its own count, so that
 * strangers who guess do not lock the owner out (decision 005).
 */
async function limitFor(key: string, account: User | null, cookieId: string | null): Promise<Limit> {
  const who = account?.id ?? `name:${key}`;
  const isKnown = await isKnownDevice(account?.id ?? "", cookieId);
  return { ...signInLimits.byAccount(isKnown ? `${who}|${cookieId}` : who), isSecret: true };
}

/** Hashes the password again if its hash has weaker parameters than today's. */
async function rehash(user: User, password: string): Promise<User> {
  const { id, passwordHash: oldHash } = user;
  if (oldHash === null || !needsRehash(oldHash)) return user;
  const passwordHash = await hashPassword(password);
  const [updated] = await inTransaction((transaction) =>
    User.update({ passwordHash }, { where: { id, passwordHash: oldHash }, transaction }),
  );
  if (updated > 0) {
    user.passwordHash = passwordHash;
    return user;
  }
  // Changed meanwhile: another password, or rehashed by a second sign-in.
  const current = await retryRead(() => User.findByPk(id));
  if (!current || !(await verifyPassword(current.passwordHash, password))) throw invalidCredentials();
  return current;
}

const invalidCredentials = () => new Unauthenticated(messages.auth.invalidCredentials, "invalid_credentials");

/** The account waits for its email to be verified. */
export class EmailUnverified extends Forbidden {
  /** Shown only to somebody who knows the password. */
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
