import { UniqueConstraintError } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { readTimeZone } from "#app/lib/dates.ts";
import type { UserRole } from "#app/lib/domain.ts";
import { Conflict, Invalid } from "#app/lib/errors.ts";
import { isCurrency } from "#app/lib/money.ts";
import { RegisterInput } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { hashPassword } from "#app/services/auth/credentials/passwords.server.ts";
import {
  accountRows,
  createUser,
  type NewAccount,
} from "#app/services/auth/registration/create-user.server.ts";

type Input = {
  email: string;
  username: string;
  name: string;
  password: string;
  role: UserRole;
  timeZone?: string;
  currency?: string;
};

/**
 * Creates an account whose email counts as verified: for commands and the demo.
 * @throws {Invalid} · {Conflict} `account_exists`
 */
export async function createAccount({
  role,
  timeZone = "UTC",
  currency = "EUR",
  ...typed
}: Input): Promise<NewAccount> {
  const parsed = RegisterInput.safeParse(typed);
  if (!parsed.success)
    throw new Invalid(parsed.error.issues.map(({ path, message }) => ({ field: path.join("."), message })));
  const zone = readTimeZone(timeZone);
  if (zone === null)
    throw new Invalid([{ field: "timeZone", message: "Please name a time zone like Europe/Madrid" }]);
  if (!isCurrency(currency))
    throw new Invalid([{ field: "currency", message: messages.fields.currencyShape }]);
  const { password, ...account } = parsed.data;
  const passwordHash = await hashPassword(password);
  const rows = accountRows({
    ...account,
    passwordHash,
    emailVerifiedAt: new Date(),
    role,
    timeZone: zone,
    currency,
  });
  try {
    return await inTransaction((transaction) => createUser(rows, transaction));
  } catch (error) {
    if (error instanceof UniqueConstraintError)
      throw new Conflict("account_exists", "An account with this address or username exists already.");
    throw error;
  }
}
