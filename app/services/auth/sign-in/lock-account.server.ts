import type { Transaction } from "sequelize";
import { lockRow } from "#app/database/lock-rows.server.ts";
import { Unauthenticated } from "#app/lib/errors.ts";
import { User } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";

/** Locks an account for its sign-in. Null if it is missing, deactivated or about to be deleted. */
export async function lockOpenAccount(userId: string, transaction: Transaction): Promise<User | null> {
  const user = await lockRow(User, { where: { id: userId }, transaction });
  return user?.isActive && !user.deleteRequestedAt ? user : null;
}

/**
 * Locks the account and checks that its credentials are still valid: verifying a password takes long.
 * @param verified the account as it was when its credentials were verified
 * @throws {Unauthenticated} as for a wrong password, if the password was changed or the account closed
 * meanwhile
 */
export async function lockVerifiedAccount(verified: User, transaction: Transaction): Promise<User> {
  const user = await lockOpenAccount(verified.id, transaction);
  if (!user || user.passwordHash !== verified.passwordHash)
    throw new Unauthenticated(messages.auth.invalidCredentials, "invalid_credentials");
  return user;
}
