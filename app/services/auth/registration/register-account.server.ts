import { UniqueConstraintError } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { toEmailKey } from "#app/lib/email-address.ts";
import { Conflict } from "#app/lib/errors.ts";
import { User, Workspace } from "#app/models/index.server.ts";
import type { RegisterInput } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { withMinimumDuration } from "#app/services/auth/credentials/constant-time.server.ts";
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
 * Registers an account and sends the link that verifies its email. For an email with an account the result
 * and the duration are the same, nothing changes, and the email's owner is told.
 * @returns the account as requested; for a known email, nothing of the existing one
 * @throws {Invalid} a weak password · {Conflict} `username_taken`
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
      await registerDecoy(input);
      return { user: User.build(rows.user), workspace: Workspace.build(rows.workspace) };
    }
  });
}

/** Tells the owner of the email, and stores a decoy for as long as a registration waits for its link. */
async function registerDecoy(input: RegisterInput): Promise<void> {
  const emailKey = toEmailKey(input.email);
  await inTransaction(async (transaction) => {
    await createDecoyRegistration(input, transaction);
    const owner = await User.findOne({ where: { emailKey }, transaction });
    if (!owner) return;
    if (owner.emailVerifiedAt) await sendAlreadyRegisteredEmail(owner, transaction);
    else if (owner.isActive) await sendFinishSignUpEmail(owner, transaction);
  });
}
