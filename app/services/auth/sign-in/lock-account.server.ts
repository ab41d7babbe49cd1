import type { Transaction } from "sequelize";
import { Unauthenticated } from "#app/lib/errors.ts";
import { User } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";

/**
 * The account of a proof, held to the end of the transaction. Proving takes long: what was proven may be worth nothing by now.
 * @param proven the account as it was when its owner proved to be that
 * @throws {Unauthenticated} as for a wrong password, once the password is another one or the account is closed
 */
export async function lockVerifiedAccount(proven: User, transaction: Transaction): Promise<User> {
  const user = await User.findByPk(proven.id, { transaction, lock: true });
  if (!user?.isActive || user.deleteRequestedAt || user.passwordHash !== proven.passwordHash)
    throw new Unauthenticated(messages.auth.invalidCredentials, "invalid_credentials");
  return user;
}
