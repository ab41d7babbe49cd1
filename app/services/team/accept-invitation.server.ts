import { Op, type Transaction, UniqueConstraintError, type WhereOptions } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { lockRow } from "#app/database/lock-rows.server.ts";
import { readValues, someOf } from "#app/database/values.server.ts";
import { Conflict, Forbidden, Malformed } from "#app/lib/errors.ts";
import { sha256 } from "#app/lib/random.server.ts";
import { User, Workspace, WorkspaceInvitation, WorkspaceMember } from "#app/models/index.server.ts";
import type { RegisterInput } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { assertPasswordAllowed } from "#app/services/auth/credentials/password-policy.server.ts";
import { hashPassword } from "#app/services/auth/credentials/passwords.server.ts";
import {
  accountRows,
  createUser,
  type NewAccount,
} from "#app/services/auth/registration/create-user.server.ts";
import {
  assertUsernameFree,
  usernameTaken,
} from "#app/services/auth/registration/decoy-registrations.server.ts";
import { removeRegistration } from "#app/services/auth/registration/remove-registration.server.ts";
import { lockWorkspace } from "#app/services/workspaces/owners.server.ts";

/** An invitation by the token of its link, or by its id for the account whose email it names. */
export type InvitationRef = { token: string } | { id: string };

const valid = (ref: InvitationRef): WhereOptions => ({
  ...("token" in ref ? { tokenHash: sha256(ref.token) } : ref),
  expiresAt: { [Op.gt]: new Date() },
});

const details = [
  { model: Workspace, as: "workspace", required: true, where: { deleteRequestedAt: null } },
  { model: User, as: "invitedBy", attributes: ["id", "name"] },
];

/** A valid invitation, without using it. */
export function findInvitation(ref: InvitationRef): Promise<WorkspaceInvitation | null> {
  return retryRead(() => WorkspaceInvitation.findOne({ where: valid(ref), include: details }));
}

/** The valid invitations of an account's email, once that is verified. */
export async function listOwnInvitations({
  emailKey,
  emailVerifiedAt,
}: Pick<User, "emailKey" | "emailVerifiedAt">): Promise<WorkspaceInvitation[]> {
  if (!emailVerifiedAt) return [];
  const where = { emailKey, expiresAt: { [Op.gt]: new Date() } };
  const { hasSome } = await retryRead(() => readValues({ hasSome: someOf(WorkspaceInvitation, where) }));
  if (!hasSome) return [];
  return retryRead(() =>
    WorkspaceInvitation.findAll({ where, include: details, order: [["createdAt", "ASC"]] }),
  );
}

/** Whether the invitation is this account's: it has the invited email, verified. */
export const isInvited = (
  { emailKey }: Pick<WorkspaceInvitation, "emailKey">,
  user: Pick<User, "emailKey" | "emailVerifiedAt">,
): boolean => user.emailVerifiedAt !== null && user.emailKey === emailKey;

type Reply = { ref: InvitationRef; user: Pick<User, "id" | "emailKey" | "emailVerifiedAt"> };

/**
 * Makes the account a member, with the invited role. Of two requests at once one succeeds.
 * @throws {Malformed} `invalid_link`: unknown, used, revoked or expired
 * @throws {Forbidden} `invitation_not_yours`: nothing happens
 */
export async function acceptInvitation({ ref, user }: Reply): Promise<Workspace> {
  return inTransaction(async (transaction) => {
    const found = await WorkspaceInvitation.findOne({ where: valid(ref), transaction });
    if (!found) throw invalidInvitation();
    // The email may have changed since the request began.
    const account = await lockRow(User, {
      where: { id: user.id, isActive: true },
      mode: "shared",
      transaction,
    });
    if (!account || !isInvited(found, account))
      throw new Forbidden("invitation_not_yours", messages.team.notYours);
    return join(found, user.id, transaction);
  }).catch((error: unknown) => {
    // A member by then: the invitation stays and can be revoked.
    throw error instanceof UniqueConstraintError ? invalidInvitation() : error;
  });
}

async function join(
  { id, workspaceId, role }: WorkspaceInvitation,
  userId: string,
  transaction: Transaction,
): Promise<Workspace> {
  const workspace = await lockWorkspace(workspaceId, transaction);
  if ((await WorkspaceInvitation.destroy({ where: { id, workspaceId }, transaction })) === 0)
    throw invalidInvitation();
  await WorkspaceMember.create({ workspaceId, userId, role, createdAt: new Date() }, { transaction });
  return workspace;
}

/** Whether the invited email belongs to an account, which then signs in to join. */
export async function hasAccount({ emailKey }: Pick<WorkspaceInvitation, "emailKey">): Promise<boolean> {
  const user = await retryRead(() => User.findOne({ where: { emailKey } }));
  return user !== null && !isReplaceable(user);
}

/** An account that nobody has shown to be theirs. A deactivated one stays deactivated. */
const isReplaceable = ({ emailVerifiedAt, isActive }: User) => emailVerifiedAt === null && isActive;

/**
 * Registers an account that joins at once. The token was emailed, so it verifies the invited email, and a
 * registration with this email that waits for its own link ends.
 * @throws {Malformed} `invalid_link` · {Forbidden} `invitation_not_yours` for another email
 * @throws {Conflict} `already_registered`, `username_taken` · {Invalid} a weak password
 */
export async function registerInvited({
  token,
  input,
}: {
  token: string;
  input: RegisterInput;
}): Promise<NewAccount & { joined: Workspace }> {
  assertPasswordAllowed({ password: input.password, about: input });
  const { password, preferences, ...account } = input;
  const rows = accountRows({
    ...account,
    passwordHash: await hashPassword(password),
    emailVerifiedAt: new Date(),
    timeZone: preferences?.timezone,
    currency: preferences?.currency,
  });
  const { emailKey, usernameKey } = rows.user;
  return inTransaction(async (transaction) => {
    const found = await WorkspaceInvitation.findOne({ where: valid({ token }), transaction });
    if (!found) throw invalidInvitation();
    if (found.emailKey !== emailKey) throw new Forbidden("invitation_not_yours", messages.team.notYours);
    const earlier = await User.findOne({ where: { emailKey }, lock: true, transaction });
    if (earlier && !isReplaceable(earlier)) throw alreadyRegistered();
    if (earlier) await removeRegistration(earlier.id, transaction);
    await assertUsernameFree({ usernameKey, emailKey }, transaction);
    const created = await createUser(rows, transaction);
    return { ...created, joined: await join(found, created.user.id, transaction) };
  }).catch(async (error: unknown) => {
    if (!(error instanceof UniqueConstraintError)) throw error;
    const isTaken = (await retryRead(() => User.count({ where: { usernameKey } }))) > 0;
    throw isTaken ? usernameTaken() : alreadyRegistered();
  });
}

const alreadyRegistered = () => new Conflict("already_registered", messages.team.hasAccount, "email");

/** Declines an invitation, which ends it. Throws as `acceptInvitation` does. */
export async function declineInvitation({ ref, user }: Reply): Promise<void> {
  await inTransaction(async (transaction) => {
    const found = await WorkspaceInvitation.findOne({ where: valid(ref), transaction });
    if (!found) throw invalidInvitation();
    if (!isInvited(found, user)) throw new Forbidden("invitation_not_yours", messages.team.notYours);
    const { id, workspaceId } = found;
    await WorkspaceInvitation.destroy({ where: { id, workspaceId }, transaction });
  });
}

const invalidInvitation = () => new Malformed("invalid_link", messages.team.invitationInvalid);
