import { Op } from "sequelize";
import { Forbidden, Unauthenticated } from "#app/lib/errors.ts";
import { reading, User } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages.ts";
import { isPassword } from "./passwords.server.ts";
import { type Device, openSession } from "./sessions.server.ts";

type Arguments = { usernameOrEmail: string; password: string; device: Device };

/** Usernames are ASCII: MySQL refuses to compare anything else with theirs. */
const ASCII = /^[\x21-\x7e]+$/;

/** How an address or a username is looked up and kept unique. */
export function accountKey(text: string): string {
  return text.trim().normalize("NFC").toLowerCase();
}

/**
 * Signs in by username or address. A new session each time.
 * @returns the cookie's token, the session's id and the user
 * @throws {Unauthenticated} one message and one timing for an unknown account and a wrong password
 * @throws {Forbidden} `email_unverified` or `account_deactivated`, only after the password was right
 */
export async function signIn({
  usernameOrEmail,
  password,
  device,
}: Arguments): Promise<{ token: string; sessionId: string; user: User }> {
  const key = accountKey(usernameOrEmail);
  const user = await reading(() =>
    User.findOne({
      where: { [Op.or]: [{ emailKey: key }, ...(ASCII.test(key) ? [{ usernameKey: key }] : [])] },
    }),
  );
  const isRight = await isPassword(user?.passwordHash ?? null, password);
  if (!user || !isRight) throw new Unauthenticated(messages.auth.invalidCredentials, "invalid_credentials");
  if (!user.isActive) throw new Forbidden("account_deactivated", messages.auth.deactivated);
  if (!user.emailVerifiedAt) throw new Forbidden("email_unverified", messages.auth.emailUnverified);
  const { token, sessionId } = await openSession({ userId: user.id, device });
  return { token, sessionId, user };
}
