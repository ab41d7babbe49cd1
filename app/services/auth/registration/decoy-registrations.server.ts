import { Op, type Transaction, UniqueConstraintError } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { toEmailKey } from "#app/lib/email-address.ts";
import { Conflict } from "#app/lib/errors.ts";
import { isSignature, sign } from "#app/lib/secrets.server.ts";
import { DecoyRegistration, User } from "#app/models/index.server.ts";
import type { RegisterInput } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { isUsernameKey } from "#app/services/auth/credentials/username-key.ts";

/** How long an email with an account looks like a new registration. */
const HELD_MS = DAY;

// Fast: a second slow hash at a sign-in would reveal the decoy by its duration.
const sealed = (id: string, password: string) => `${id}:${password.normalize("NFKC")}`;

const isLive = () => ({ expiresAt: { [Op.gt]: new Date() } });

export const usernameTaken = () => new Conflict("username_taken", messages.profile.usernameTaken, "username");

/**
 * Stores a registration whose email has an account. At sign-in and registration it behaves like one that
 * waits for verification.
 * @throws {Conflict} `username_taken`
 */
export async function createDecoyRegistration(
  { id, email, username, password }: Pick<RegisterInput, "email" | "username" | "password"> & { id: string },
  transaction: Transaction,
): Promise<void> {
  const now = new Date();
  const usernameKey = toEmailKey(username);
  await DecoyRegistration.destroy({ where: { usernameKey, expiresAt: { [Op.lte]: now } }, transaction });
  try {
    await DecoyRegistration.create(
      {
        id,
        email,
        emailKey: toEmailKey(email),
        usernameKey,
        passwordHash: sign("held-password", sealed(id, password)),
        createdAt: now,
        expiresAt: new Date(now.getTime() + HELD_MS),
      },
      { transaction },
    );
  } catch (error) {
    throw error instanceof UniqueConstraintError ? usernameTaken() : error;
  }
}

/**
 * Checks that no decoy has the username. The owner of the email it was registered with may take it.
 * @throws {Conflict} `username_taken`
 */
export async function assertUsernameFree(
  { usernameKey, emailKey }: { usernameKey: string; emailKey?: string },
  transaction: Transaction,
): Promise<void> {
  if (emailKey !== undefined)
    await DecoyRegistration.destroy({ where: { usernameKey, emailKey }, transaction });
  if ((await DecoyRegistration.count({ where: { usernameKey, ...isLive() }, transaction })) > 0)
    throw usernameTaken();
}

/** The registrations that a username or email names. */
export function findDecoys(key: string): Promise<DecoyRegistration[]> {
  const named = [{ emailKey: key }, ...(isUsernameKey(key) ? [{ usernameKey: key }] : [])];
  return retryRead(() => DecoyRegistration.findAll({ where: { [Op.or]: named, ...isLive() } }));
}

/** The decoy with this password. */
export const matchDecoy = (decoys: DecoyRegistration[], password: string): DecoyRegistration | undefined =>
  decoys.find(({ id, passwordHash }) => isSignature("held-password", sealed(id, password), passwordHash));

/** The account with the email of a registered username. Attempts count there, as for a new account. */
export async function findDecoyOwner(decoys: DecoyRegistration[], key: string): Promise<User | null> {
  const decoy = decoys.find(({ usernameKey }) => usernameKey === key);
  return decoy ? retryRead(() => User.findOne({ where: { emailKey: decoy.emailKey } })) : null;
}
