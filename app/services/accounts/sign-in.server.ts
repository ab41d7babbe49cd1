import { Op } from "sequelize";
import { Forbidden, Unauthenticated } from "#app/lib/errors.ts";
import { deviceName } from "#app/lib/user-agent.ts";
import { inTransaction, reading, User } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages.ts";
import { queueMail } from "../mail/queue-mail.server.ts";
import { noteDevice, type Origin } from "./known-devices.server.ts";
import { accountKey } from "./new-user.server.ts";
import { hashPassword, isOutdated, isPassword } from "./passwords.server.ts";
import { endSession, openSession } from "./sessions.server.ts";

/** Usernames are ASCII: MySQL refuses to compare anything else with theirs. */
const ASCII = /^[\x21-\x7e]+$/;

/** The account behind a username or an address, or null. */
export function findAccount(usernameOrEmail: string): Promise<User | null> {
  const key = accountKey(usernameOrEmail);
  return reading(() =>
    User.findOne({
      where: { [Op.or]: [{ emailKey: key }, ...(ASCII.test(key) ? [{ usernameKey: key }] : [])] },
    }),
  );
}

/**
 * Proves by its password that an account is the caller's.
 * @throws {Unauthenticated} one message and one timing for an unknown account and a wrong password
 * @throws {Forbidden} `email_unverified` or `account_deactivated`, only after the password was right
 */
export async function proveAccount({
  usernameOrEmail,
  password,
}: {
  usernameOrEmail: string;
  password: string;
}): Promise<User> {
  const user = await findAccount(usernameOrEmail);
  const isRight = await isPassword(user?.passwordHash ?? null, password);
  if (!user || !isRight) throw new Unauthenticated(messages.auth.invalidCredentials, "invalid_credentials");
  assertMayEnter(user);
  if (user.passwordHash && isOutdated(user.passwordHash)) {
    const passwordHash = await hashPassword(password);
    await User.update({ passwordHash }, { where: { id: user.id, passwordHash: user.passwordHash } });
  }
  return user;
}

/** @throws {Forbidden} `email_unverified` or `account_deactivated` */
export function assertMayEnter(user: User): void {
  if (!user.isActive) throw new Forbidden("account_deactivated", messages.auth.deactivated);
  if (!user.emailVerifiedAt) throw new Forbidden("email_unverified", messages.auth.emailUnverified);
}

type Completed = { user: User; origin: Origin; previousSessionId?: string | null };

/**
 * Opens the session of whoever has proven who they are: a new one each time, and the one this browser had before ends. A sign-in from a
 * device that the account does not know is told to its owner by mail.
 * @returns the cookie's token and the session's id
 */
export async function completeSignIn({
  user,
  origin,
  previousSessionId,
}: Completed): Promise<{ token: string; sessionId: string }> {
  if (previousSessionId) await endSession(previousSessionId);
  const { cookieId, ...device } = origin;
  return inTransaction(async (transaction) => {
    const session = await openSession({ userId: user.id, device }, transaction);
    if (await noteDevice(user.id, origin, transaction)) {
      await queueMail(
        {
          kind: "new-sign-in",
          to: user.email,
          userId: user.id,
          props: {
            name: user.name,
            at: new Date().toISOString(),
            device: deviceName(device.userAgent),
            ip: device.ip,
          },
        },
        transaction,
      );
    }
    return session;
  });
}
