import { UniqueConstraintError } from "sequelize";
import { isTimeZone } from "#app/lib/dates.ts";
import { Conflict, Invalid } from "#app/lib/errors.ts";
import { isCurrency } from "#app/lib/money.ts";
import { inTransaction, User } from "#app/models/index.server.ts";
import type { Role } from "#app/models/user.server.ts";
import { PASSWORD_MAX, PASSWORD_MIN } from "#app/schemas/limits.ts";
import { messages } from "#app/schemas/messages.ts";
import { EMAIL_PATTERN } from "#app/schemas/opt-in.ts";
import { hashPassword } from "./passwords.server.ts";
import { accountKey } from "./sign-in.server.ts";

type NewAccount = {
  email: string;
  username: string;
  name: string;
  password: string;
  role: Role;
  timeZone?: string;
  currency?: string;
};

const USERNAME = /^[a-z0-9._-]{3,30}$/i;

/**
 * An account whose address is taken as verified: for commands and the demo, not for strangers.
 * @throws {Invalid} · {Conflict} `account_exists`
 */
export async function createAccount({
  email,
  username,
  name,
  password,
  role,
  timeZone = "UTC",
  currency = "EUR",
}: NewAccount): Promise<User> {
  if (!EMAIL_PATTERN.test(email))
    throw new Invalid([{ field: "email", message: messages.fields.emailShape }]);
  if (!USERNAME.test(username))
    throw new Invalid([
      { field: "username", message: "A username has 3 to 30 of a-z, 0-9, dot, underscore and hyphen" },
    ]);
  if (password.length < PASSWORD_MIN || password.length > PASSWORD_MAX) {
    throw new Invalid([
      { field: "password", message: `Password must be at least ${PASSWORD_MIN} characters long` },
    ]);
  }
  if (!isTimeZone(timeZone))
    throw new Invalid([{ field: "timeZone", message: "Please name a time zone like Europe/Madrid" }]);
  if (!isCurrency(currency))
    throw new Invalid([{ field: "currency", message: messages.fields.currencyShape }]);
  const passwordHash = await hashPassword(password);
  const now = new Date();
  try {
    return await inTransaction((transaction) =>
      User.create(
        {
          email: email.trim().normalize("NFC"),
          emailKey: accountKey(email),
          emailVerifiedAt: now,
          username,
          usernameKey: accountKey(username),
          name,
          passwordHash,
          role,
          isActive: true,
          subscriptionStatus: "active",
          subscriptionPlan: "free",
          currency,
          timeZone,
          theme: "dark",
          createdAt: now,
          updatedAt: now,
        },
        { transaction },
      ),
    );
  } catch (error) {
    if (error instanceof UniqueConstraintError)
      throw new Conflict("account_exists", "An account with this address or username exists already.");
    throw error;
  }
}
