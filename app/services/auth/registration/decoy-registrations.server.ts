import { Op, type Transaction, UniqueConstraintError } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { Conflict } from "#app/lib/errors.ts";
import { newId } from "#app/lib/ids.ts";
import { isSignature, sign } from "#app/lib/secrets.server.ts";
import { DecoyRegistration, User } from "#app/models/index.server.ts";
import type { RegisterInput } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { isUsernameKey, toLookupKey } from "#app/services/auth/credentials/email-key.server.ts";

/** So long a known address answers as an unknown one does that was registered at the same time. */
const HELD_MS = DAY;

// Bound to its row, and quick: a second slow hash at a sign-in would take the time that tells of it.
const sealed = (id: string, password: string) => `${id}:${password.normalize("NFKC")}`;

const isLive = () => ({ expiresAt: { [Op.gt]: new Date() } });

const usernameTaken = () => new Conflict("username_taken", messages.profile.usernameTaken);

/**
 * Keeps a registration whose address has an account already: who asked cannot tell it from one that waits for its address, neither by
 * signing in nor by asking for the username again.
 * @throws {Conflict} `username_taken`
 */
export async function createDecoyRegistration(
  { email, username, password }: Pick<RegisterInput, "email" | "username" | "password">,
  transaction: Transaction,
): Promise<void> {
  const id = newId();
  const now = new Date();
  const usernameKey = toLookupKey(username);
  await DecoyRegistration.destroy({ where: { usernameKey, expiresAt: { [Op.lte]: now } }, transaction });
  try {
    await DecoyRegistration.create(
      {
        id,
        email,
        emailKey: toLookupKey(email),
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
 * Before an account takes a username: a held one is taken, but for the owner of the address that asked for it.
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

/** The held registration that a sign-in names, with the password it was made with; null for any other. */
export async function findDecoy({
  usernameOrEmail,
  password,
}: {
  usernameOrEmail: string;
  password: string;
}): Promise<DecoyRegistration | null> {
  const key = toLookupKey(usernameOrEmail);
  const named = [{ emailKey: key }, ...(isUsernameKey(key) ? [{ usernameKey: key }] : [])];
  const rows = await retryRead(() => DecoyRegistration.findAll({ where: { [Op.or]: named, ...isLive() } }));
  return (
    rows.find(({ id, passwordHash }) => isSignature("held-password", sealed(id, password), passwordHash)) ??
    null
  );
}

/** The account of the address that a held username was registered with: wrong passwords count there, as they would for a new account. */
export async function findDecoyOwner(username: string): Promise<User | null> {
  const usernameKey = toLookupKey(username);
  if (!isUsernameKey(usernameKey)) return null;
  const held = await retryRead(() => DecoyRegistration.findOne({ where: { usernameKey, ...isLive() } }));
  return held && retryRead(() => User.findOne({ where: { emailKey: held.emailKey } }));
}

/** Erases what is no longer held. */
export async function deleteExpiredDecoys(): Promise<void> {
  const where = { expiresAt: { [Op.lte]: new Date() } };
  // Looked at first: a write that changes nothing would still make others wait on SQLite.
  if ((await DecoyRegistration.count({ where })) === 0) return;
  await inTransaction((transaction) => DecoyRegistration.destroy({ where, transaction }));
}
