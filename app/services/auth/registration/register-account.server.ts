import { UniqueConstraintError } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { Conflict } from "#app/lib/errors.ts";
import { User, Workspace } from "#app/models/index.server.ts";
import type { RegisterInput } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { withMinimumDuration } from "#app/services/auth/credentials/constant-time.server.ts";
import { toLookupKey } from "#app/services/auth/credentials/email-key.server.ts";
import { assertPasswordAllowed } from "#app/services/auth/credentials/password-policy.server.ts";
import { hashPassword } from "#app/services/auth/credentials/passwords.server.ts";
import {
  sendAlreadyRegisteredEmail,
  sendFinishSignUpEmail,
  sendVerificationEmail,
} from "./account-emails.server.ts";
import { accountRows, createUser, type NewAccount } from "./create-user.server.ts";
import { assertUsernameFree, createDecoyRegistration } from "./decoy-registrations.server.ts";

/**
 * Registers an account and mails the link that verifies its address. For an address that is registered already it answers the same, in the
 * same time, changes nothing of the account, and tells the address's owner instead.
 * @returns the account as it was asked for: for a known address nothing of the one that exists
 * @throws {Invalid} a password among the first to be guessed · {Conflict} `username_taken`
 */
export async function registerAccount(input: RegisterInput): Promise<NewAccount> {
  assertPasswordAllowed({ password: input.password, about: input });
  return withMinimumDuration(async () => {
    const { password, ...account } = input;
    const rows = accountRows({ ...account, passwordHash: await hashPassword(password) });
    const { usernameKey } = rows.user;
    try {
      return await inTransaction(async (transaction) => {
        const created = await createUser(rows, transaction);
        await assertUsernameFree({ usernameKey }, transaction);
        await sendVerificationEmail(created.user, transaction);
        return created;
      });
    } catch (error) {
      if (!(error instanceof UniqueConstraintError)) throw error;
      if (await User.findOne({ where: { usernameKey }, attributes: ["id"] }))
        throw new Conflict("username_taken", messages.profile.usernameTaken, "username");
      await holdInstead(input);
      return { user: User.build(rows.user), workspace: Workspace.build(rows.workspace) };
    }
  });
}

/** Tells the owner of the address, and keeps what was asked for as long as it would have waited for its link. */
async function holdInstead(input: RegisterInput): Promise<void> {
  const emailKey = toLookupKey(input.email);
  await inTransaction(async (transaction) => {
    await createDecoyRegistration(input, transaction);
    const owner = await User.findOne({ where: { emailKey }, transaction });
    if (!owner) return;
    if (owner.emailVerifiedAt) await sendAlreadyRegisteredEmail(owner, transaction);
    else if (owner.isActive) await sendFinishSignUpEmail(owner, transaction);
  });
}
