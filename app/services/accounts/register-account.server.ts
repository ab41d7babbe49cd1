import { UniqueConstraintError } from "sequelize";
import { Conflict } from "#app/lib/errors.ts";
import { inTransaction, User } from "#app/models/index.server.ts";
import type { RegisterInput } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages.ts";
import { sendFinishSignUp, sendVerification, tellAddressIsKnown } from "./account-links.server.ts";
import { assertNotHeld, holdRegistration } from "./held-registrations.server.ts";
import { accountKey, newUser } from "./new-user.server.ts";
import { assertGoodPassword } from "./password-rules.server.ts";
import { hashPassword } from "./passwords.server.ts";
import { inSameTime } from "./same-time.server.ts";

/**
 * Registers an account and mails the link that verifies its address. For an address that is registered already it answers the same, in the
 * same time, changes nothing of the account, and tells the address's owner instead.
 * @returns the account as it was asked for: for a known address nothing of the one that exists
 * @throws {Invalid} a password among the first to be guessed · {Conflict} `username_taken`
 */
export async function registerAccount(input: RegisterInput): Promise<User> {
  assertGoodPassword({ password: input.password, about: input });
  return inSameTime(async () => {
    const { password, ...account } = input;
    const row = newUser({ ...account, passwordHash: await hashPassword(password) });
    try {
      return await inTransaction(async (transaction) => {
        const user = await User.create(row, { transaction });
        await assertNotHeld({ usernameKey: row.usernameKey }, transaction);
        await sendVerification(user, transaction);
        return user;
      });
    } catch (error) {
      if (!(error instanceof UniqueConstraintError)) throw error;
      if (await User.findOne({ where: { usernameKey: row.usernameKey }, attributes: ["id"] }))
        throw new Conflict("username_taken", messages.profile.usernameTaken, "username");
      await holdInstead(input);
      return User.build(row);
    }
  });
}

/** Tells the owner of the address, and keeps what was asked for as long as it would have waited for its link. */
async function holdInstead(input: RegisterInput): Promise<void> {
  const emailKey = accountKey(input.email);
  await inTransaction(async (transaction) => {
    await holdRegistration(input, transaction);
    const owner = await User.findOne({ where: { emailKey }, transaction });
    if (!owner) return;
    if (owner.emailVerifiedAt) await tellAddressIsKnown(owner, transaction);
    else if (owner.isActive) await sendFinishSignUp(owner, transaction);
  });
}
