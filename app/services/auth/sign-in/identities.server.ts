import { randomInt } from "node:crypto";
import { UniqueConstraintError } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { lockRow } from "#app/database/lock-rows.server.ts";
import { toEmailKey } from "#app/lib/email-address.ts";
import { Conflict, Forbidden } from "#app/lib/errors.ts";
import { Identity, User, Workspace, WorkspaceMember } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { Name } from "#app/schemas/profile.ts";
import { NAME_MAX } from "#app/schemas/shared/limits.ts";
import type { ProviderAccount } from "#app/services/auth/providers/provider.ts";
import { accountRows, createUser } from "#app/services/auth/registration/create-user.server.ts";
import { revokeAllAccess } from "#app/services/auth/registration/revoke-all-access.server.ts";
import { createIdentity } from "./link-identity.server.ts";
import { assertMaySignIn } from "./verify-credentials.server.ts";

/** With `needsPassword` the account is only linked once its password was entered. */
export type ProviderUser = { user: User; needsPassword: boolean };

/** Others may register, verify or link at the same time. */
const TRIES = 5;

/**
 * The local account of a provider's. An unknown one with a verified email gets a new account, or takes over
 * an unverified one with that email after everything of its registrant is removed.
 * @throws {Forbidden} `provider_email_unverified`, `no_password_to_link`, `account_deactivated`
 */
export async function findOrCreateProviderUser(account: ProviderAccount): Promise<ProviderUser> {
  for (let tries = 1; ; tries++) {
    try {
      return await tryToFindOrCreate(account);
    } catch (error) {
      if (!(error instanceof UniqueConstraintError) || tries === TRIES) throw error;
    }
  }
}

async function tryToFindOrCreate(account: ProviderAccount): Promise<ProviderUser> {
  const { issuer, subject } = account;
  const identity = await retryRead(() => Identity.findOne({ where: { issuer, subject } }));
  if (identity) {
    const user = await User.findByPk(identity.userId, { rejectOnEmpty: true });
    assertMaySignIn(user);
    await inTransaction((transaction) =>
      identity.update({ email: account.email, lastUsedAt: new Date() }, { transaction }),
    );
    return { user, needsPassword: false };
  }
  const { email } = account;
  if (email === null || !account.isEmailVerified)
    throw new Forbidden("provider_email_unverified", messages.social.emailUnverified);
  const local = await retryRead(() => User.findOne({ where: { emailKey: toEmailKey(email) } }));
  if (!local) return { user: await createByProvider({ ...account, email }), needsPassword: false };
  if (!local.isActive) throw new Forbidden("account_deactivated", messages.auth.deactivated);
  if (!local.emailVerifiedAt)
    return { user: await takeOver(local, { ...account, email }), needsPassword: false };
  if (local.passwordHash === null) throw new Forbidden("no_password_to_link", messages.social.signInAsBefore);
  return { user: local, needsPassword: true };
}

function createByProvider(account: ProviderAccount & { email: string }): Promise<User> {
  return inTransaction(async (transaction) => {
    const { user } = await createUser(
      accountRows({
        email: account.email,
        ...toNames(account),
        passwordHash: null,
        emailVerifiedAt: new Date(),
      }),
      transaction,
    );
    await createIdentity(user.id, account, transaction);
    return user;
  });
}

const toNames = ({ name, email }: ProviderAccount & { email: string }) => ({
  name: name ?? nameFor(email),
  username: usernameFor(email),
});

/** From the email, if that is a valid name. */
function nameFor(email: string): string {
  const name = Name.safeParse(email.split("@")[0]?.slice(0, NAME_MAX));
  return name.success ? name.data : "New account";
}

/** From the email, with four random digits that differ in the next attempt. */
function usernameFor(email: string): string {
  const local = (email.split("@")[0] ?? "").toLowerCase().replace(/[^a-z0-9._-]/g, "");
  return `${local.slice(0, 24) || "user"}-${randomInt(1_000, 10_000)}`;
}

/** Somebody else may have registered the email, so even their names are removed. */
function takeOver(local: User, account: ProviderAccount & { email: string }): Promise<User> {
  const userId = local.id;
  return inTransaction(async (transaction) => {
    const user = await User.findByPk(userId, { transaction, lock: true, rejectOnEmpty: true });
    // Verified meanwhile: now it has an owner, and linking asks for the password.
    if (user.emailVerifiedAt) throw new Conflict("try_again", messages.social.notFinished);
    const now = new Date();
    const { name, username } = toNames(account);
    await user.update(
      {
        name,
        username,
        usernameKey: toEmailKey(username),
        passwordHash: null,
        emailVerifiedAt: now,
        updatedAt: now,
      },
      { transaction },
    );
    const own = await WorkspaceMember.findAll({ where: { userId, role: "owner" }, transaction });
    await Workspace.update(
      { name, updatedAt: now },
      { where: { id: own.map(({ workspaceId }) => workspaceId) }, transaction },
    );
    await revokeAllAccess(userId, transaction);
    await createIdentity(userId, account, transaction);
    return user;
  });
}

/** The linked provider accounts, the oldest first. */
export function listIdentities({ ownerId }: { ownerId: string }): Promise<Identity[]> {
  return retryRead(() => Identity.findAll({ where: { userId: ownerId }, order: [["createdAt", "ASC"]] }));
}

/** Whether a provider's account is linked to this owner. */
export async function isOwnIdentity({
  ownerId,
  account: { issuer, subject },
}: {
  ownerId: string;
  account: ProviderAccount;
}): Promise<boolean> {
  return (await retryRead(() => Identity.count({ where: { userId: ownerId, issuer, subject } }))) > 0;
}

/**
 * Unlinks a provider's account. An unknown one is fine.
 * @throws {Conflict} `last_way_in`
 */
export async function unlinkIdentity({
  owner,
  identityId,
}: {
  owner: User;
  identityId: string;
}): Promise<void> {
  await inTransaction(async (transaction) => {
    // The lock keeps two requests from unlinking the last two.
    const user = await lockRow(User, { where: { id: owner.id }, transaction });
    const others = await Identity.findAll({ where: { userId: owner.id }, transaction });
    if (user?.passwordHash === null && others.length <= 1)
      throw new Conflict("last_way_in", messages.social.lastWayIn);
    await Identity.destroy({ where: { id: identityId, userId: owner.id }, transaction });
  });
}
