import { UniqueConstraintError } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { toEmailKey } from "#app/lib/email-address.ts";
import { User, Workspace } from "#app/models/index.server.ts";
import type { RegisterInput } from "#app/schemas/accounts.ts";
import { withMinimumDuration } from "#app/services/auth/credentials/constant-time.server.ts";
import { assertPasswordAllowed } from "#app/services/auth/credentials/password-policy.server.ts";
import { hashPassword } from "#app/services/auth/credentials/passwords.server.ts";
import {
  sendAlreadyRegisteredEmail,
  sendFinishSignUpEmail,
  sendVerificationEmail,
} from "./account-emails.server.ts";
import { accountRows, createUser, type NewAccount } from "./create-user.server.ts";
import {
  assertUsernameFree,
  createDecoyRegistration,
  findDecoys,
  usernameTaken,
} from "./decoy-registrations.server.ts";
import { removeRegistration } from "./remove-registration.server.ts";

/**
 * Registers an account and sends the link that verifies its email. For an email with an account the result
 * and the duration are the same, nothing changes, and the email's owner is told.
 * @param replacedId a registration of the same browser that waits for its link: it ends
 * @returns the account as requested; for a known email, nothing of the existing one
 * @throws {Invalid} a weak password · {Conflict} `username_taken`
 */
export async function registerAccount(
  input: RegisterInput,
  replacedId: string | null = null,
): Promise<NewAccount> {
  assertPasswordAllowed({ password: input.password, about: input });
  return withMinimumDuration(async () => {
    const { password, preferences, ...account } = input;
    const place = { timeZone: preferences?.timezone, currency: preferences?.currency };
    const rows = accountRows({ ...account, ...place, passwordHash: await hashPassword(password) });
    const { id, usernameKey } = rows.user;
    try {
      return await inTransaction(async (transaction) => {
        if (replacedId) await removeRegistration(replacedId, transaction);
        const created = await createUser(rows, transaction);
        await assertUsernameFree({ usernameKey }, transaction);
        await sendVerificationEmail(created.user, transaction);
        return created;
      });
    } catch (error) {
      if (!(error instanceof UniqueConstraintError)) throw error;
      if (await isAccountsUsername(usernameKey, replacedId)) throw usernameTaken();
      await registerDecoy({ ...input, id, replacedId });
      return { user: User.build(rows.user), workspace: Workspace.build(rows.workspace) };
    }
  });
}

/**
 * Checks a username before a registration counts against the limit of its email.
 * @param replacedId a registration that may have the username, because the new one replaces it
 * @throws {Conflict} `username_taken`
 */
export async function assertUsernameAvailable(username: string, replacedId: string | null): Promise<void> {
  const usernameKey = toEmailKey(username);
  if (await isAccountsUsername(usernameKey, replacedId)) throw usernameTaken();
  const decoys = await findDecoys(usernameKey);
  if (decoys.some((decoy) => decoy.usernameKey === usernameKey && decoy.id !== replacedId))
    throw usernameTaken();
}

async function isAccountsUsername(usernameKey: string, replacedId: string | null): Promise<boolean> {
  const holder = await User.findOne({ where: { usernameKey }, attributes: ["id", "emailVerifiedAt"] });
  return holder !== null && (holder.emailVerifiedAt !== null || holder.id !== replacedId);
}

/** Tells the owner of the email, and stores a decoy for as long as a registration waits for its link. */
async function registerDecoy({
  replacedId,
  ...input
}: RegisterInput & { id: string; replacedId: string | null }): Promise<void> {
  const emailKey = toEmailKey(input.email);
  await inTransaction(async (transaction) => {
    if (replacedId) await removeRegistration(replacedId, transaction);
    await createDecoyRegistration(input, transaction);
    const owner = await User.findOne({ where: { emailKey }, transaction });
    if (!owner) return;
    if (owner.emailVerifiedAt) await sendAlreadyRegisteredEmail(owner, transaction);
    else if (owner.isActive) await sendFinishSignUpEmail(owner, transaction);
  });
}
