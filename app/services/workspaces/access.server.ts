import type { Transaction } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { lockRow } from "#app/database/lock-rows.server.ts";
import { openSupportAccess, validApiKey } from "#app/database/queries/valid-rights.server.ts";
import { isAdminRole, type WorkspaceRole } from "#app/lib/domain.ts";
import { Forbidden, NotFound, Unauthenticated } from "#app/lib/errors.ts";
import { ApiKey, SupportAccess, User, Workspace, WorkspaceMember } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { isAllowed, type WorkspaceAction } from "./policy.ts";

declare const isGranted: unique symbol;

type Granted = { readonly workspaceId: string; readonly [isGranted]: true };
/** A person's: by membership, or by the support access that an administrator uses. */
export type MemberAccess = Granted & { readonly userId: string; readonly supportAccessId: string | null };
/** A program's, by its API key. */
type KeyAccess = Granted & { readonly userId: null; readonly keyId: string };

/**
 * The right to work in a workspace, as a guard or the authorization of an API call saw it. A service that writes
 * demands one and checks it again in its transaction, because the right may have ended meanwhile.
 */
export type Access = MemberAccess | KeyAccess;

/** The API key of a program; null for a member. */
export const keyIdOf = (access: Access): string | null => (access.userId === null ? access.keyId : null);

/** Call this after the guard or the authorization has checked the right. */
export const grantAccess = (right: Omit<MemberAccess, typeof isGranted>): MemberAccess =>
  right as MemberAccess;

/** Call this after the key was authenticated. */
export const grantKeyAccess = (right: { workspaceId: string; keyId: string }): Access =>
  ({ ...right, userId: null }) as KeyAccess;

/**
 * Checks in the transaction that acts that the right still stands, and locks it until the transaction ends.
 * Call this first, because a workspace comes before its rows in the order of locks.
 * @throws {Unauthenticated} the account was deactivated, or the key revoked
 * @throws {NotFound} the membership or support access ended, or the workspace is being deleted
 * @throws {Forbidden} `role_refused`, `scope_missing`
 */
export async function assertAccess(
  access: Access,
  action: WorkspaceAction,
  transaction: Transaction,
): Promise<void> {
  assertAllows(await lockRights(access, "shared", transaction), action);
}

/** The same as `assertAccess`, but says whether the action is allowed. */
export async function hasAccess(
  access: Access,
  action: WorkspaceAction,
  transaction: Transaction,
): Promise<boolean> {
  return (await lockRights(access, "shared", transaction)).allows(action);
}

/**
 * Runs what changes the workspace, in one transaction that checks the right like `assertAccess` and holds the
 * workspace's lock: of two changes the second sees the first. They share a queue, so that those that wait leave
 * connections to others.
 */
export function changeWorkspace<T>(
  access: Access,
  action: WorkspaceAction,
  work: (workspace: Workspace, transaction: Transaction) => Promise<T>,
): Promise<T> {
  return inTransaction(
    async (transaction) => {
      const rights = await lockRights(access, "exclusive", transaction);
      assertAllows(rights, action);
      return work(rights.workspace, transaction);
    },
    { queue: access.workspaceId },
  );
}

type Rights = { workspace: Workspace; allows(action: WorkspaceAction): boolean; refusal: Forbidden };

function assertAllows({ allows, refusal }: Rights, action: WorkspaceAction): void {
  if (!allows(action)) throw refusal;
}

/** Locks in the order account, workspace, then the row that grants the right. */
async function lockRights(
  access: Access,
  mode: "shared" | "exclusive",
  transaction: Transaction,
): Promise<Rights> {
  const user = access.userId === null ? null : await lockUser(access.userId, transaction);
  const where = { id: access.workspaceId, deleteRequestedAt: null };
  // On a cluster even those who share it would wait for each other, and its deletion ends what it finds later.
  const workspace =
    mode === "shared"
      ? await Workspace.findOne({ where, lock: transaction.LOCK.SHARE, transaction })
      : await lockRow(Workspace, { where, transaction });
  if (!workspace) throw new NotFound("Workspace");
  if (access.userId === null) {
    const scopes = await lockScopes(access, transaction);
    const refusal = new Forbidden("scope_missing", "This key lacks the scope for this.");
    return { workspace, allows: (action) => scopes.includes(action), refusal };
  }
  const role = await lockRole(access, user, transaction);
  if (!role) throw new NotFound("Workspace");
  const refusal = new Forbidden("role_refused", messages.workspaces.roleRefused);
  return { workspace, allows: (action) => isAllowed(role, action), refusal };
}

async function lockUser(id: string, transaction: Transaction): Promise<User> {
  const where = { id, isActive: true };
  const user = await lockRow(User, { where, attributes: ["id", "role"], mode: "shared", transaction });
  if (!user) throw new Unauthenticated(messages.auth.sessionExpired);
  return user;
}

async function lockScopes({ workspaceId, keyId }: KeyAccess, transaction: Transaction): Promise<string[]> {
  const where = { id: keyId, workspaceId, ...validApiKey() };
  const key = await lockRow(ApiKey, { where, mode: "shared", transaction });
  if (!key) throw new Unauthenticated(messages.auth.keyRefused, "invalid_token");
  return key.scopes.split(",");
}

async function lockRole(
  { workspaceId, userId, supportAccessId }: MemberAccess,
  user: User | null,
  transaction: Transaction,
): Promise<WorkspaceRole | null> {
  const locked = { mode: "shared", transaction } as const;
  if (supportAccessId === null)
    return (await lockRow(WorkspaceMember, { where: { workspaceId, userId }, ...locked }))?.role ?? null;
  if (!user || !isAdminRole(user.role)) return null;
  const where = { id: supportAccessId, workspaceId, ...openSupportAccess() };
  const opened = await lockRow(SupportAccess, { where, ...locked });
  const isOpen =
    opened !== null && (await User.count({ where: { id: opened.userId, isActive: true }, transaction })) > 0;
  return isOpen ? "support" : null;
}
