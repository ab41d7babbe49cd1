import { Op, type Transaction } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { escapeValue } from "#app/database/dialect.server.ts";
import { createJoinedRead } from "#app/database/joined-rows.server.ts";
import { DAY, MINUTE } from "#app/lib/dates.ts";
import type { WorkspaceRole } from "#app/lib/domain.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { newId } from "#app/lib/ids.ts";
import { newToken, sha256 } from "#app/lib/random.server.ts";
import { Session, type SupportAccess, User, Workspace, WorkspaceMember } from "#app/models/index.server.ts";
import { USER_AGENT_MAX } from "#app/schemas/shared/limits.ts";
import { endDeskChats } from "#app/services/workspaces/end-desk-chats.server.ts";
import { chooseMembership } from "#app/services/workspaces/memberships.server.ts";
import { findUsedAccess } from "./support-access.server.ts";

/** "Keeps you signed in on this device for 14 days." */
export const SESSION_MS = 14 * DAY;
const LAST_USED_EVERY_MS = 5 * MINUTE;

export type Device = {
  ip: string | null;
  userAgent: string | null;
  deviceId: string | null;
  deviceFingerprint: string | null;
};

export type SignedInAccount = {
  sessionId: string;
  user: User;
  /** The workspace that the request is about, and the user's role in it. */
  workspace: Workspace;
  role: WorkspaceRole;
  /** When a password or a provider last authenticated the user. */
  authenticatedAt: Date;
  expiresAt: Date;
  /** The access that an administrator uses to work in a user's workspace. */
  supportAccess: SupportAccess | null;
};

const readSessions = createJoinedRead(
  { session: Session, user: User, membership: WorkspaceMember, workspace: Workspace },
  `sessions session JOIN users user ON user.id = session.userId
   JOIN workspaceMembers membership ON membership.userId = user.id
   JOIN workspaces workspace ON workspace.id = membership.workspaceId`,
);

/** The sessions that have not ended, each with its user, its memberships and their workspaces, in one query. */
async function findWithWorkspaces(where: string): Promise<OpenSession[]> {
  const rows = await readSessions(`session.endedAt IS NULL AND ${where}`);
  return [...groupBy(rows, ({ session }) => session.id).values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const { session, user } = first;
    const memberships = [first, ...others].map(({ membership, workspace }) =>
      Object.assign(membership, { workspace }),
    );
    return [Object.assign(session, { user: Object.assign(user, { memberships }) })];
  });
}

/** A blank role gets no session. An unknown one does, but no page or call accepts it. */
export const hasRole = ({ role }: Pick<User, "role">): boolean => role.trim() !== "";

const RECENT_MS = 15 * MINUTE;

export function isRecentlyAuthenticated({
  authenticatedAt,
}: Pick<SignedInAccount, "authenticatedAt">): boolean {
  return Date.now() - authenticatedAt.getTime() < RECENT_MS;
}

/** The same for a call. An API key passes by its scope. */
export const isProven = (session: SignedInAccount | null): boolean =>
  session === null || isRecentlyAuthenticated(session);

/**
 * Creates a session in the transaction of the sign-in.
 * @param authenticatedAt a provider may have authenticated the user long ago
 */
export async function createSession(
  { userId, device, authenticatedAt }: { userId: string; device: Device; authenticatedAt: Date },
  transaction: Transaction,
): Promise<{ token: string; sessionId: string }> {
  const token = newToken();
  const sessionId = newId();
  const now = new Date();
  await Session.create(
    {
      id: sessionId,
      workspaceId: await findLastChoice(userId, transaction),
      userId,
      tokenHash: sha256(token),
      createdAt: now,
      lastUsedAt: now,
      authenticatedAt,
      expiresAt: new Date(now.getTime() + SESSION_MS),
      ...device,
      userAgent: device.userAgent?.slice(0, USER_AGENT_MAX) ?? null,
    },
    { transaction },
  );
  return { token, sessionId };
}

/** The workspace last chosen by the account, on any device. */
async function findLastChoice(userId: string, transaction: Transaction): Promise<string | null> {
  const last = await Session.findOne({
    where: { userId, workspaceId: { [Op.ne]: null } },
    attributes: ["workspaceId"],
    order: [["createdAt", "DESC"]],
    transaction,
  });
  return last?.workspaceId ?? null;
}

/**
 * The session of a cookie's or an access token, with its user and workspace; null if ended, expired,
 * deactivated or without a role. One query, never cached, so that changes take effect at once.
 * @param workspaceId the workspace of the request; otherwise the session's chosen one, or the user's first
 * for a program
 * @throws {NotFound} for a workspace that does not exist, or of others
 */
export async function findSession(
  by: { token: string } | { sessionId: string },
  workspaceId: string | null = null,
): Promise<SignedInAccount | null> {
  const where =
    "token" in by
      ? `session.tokenHash = ${escapeValue(sha256(by.token))}`
      : `session.id = ${escapeValue(by.sessionId)}`;
  const [session] = await retryRead(() => findWithWorkspaces(where));
  const now = Date.now();
  if (!session || !isOpen(session, now)) return null;
  if (!hasRole(session.user)) {
    await endSession(session.id);
    return null;
  }
  if (now - session.lastUsedAt.getTime() > LAST_USED_EVERY_MS)
    await inTransaction((transaction) =>
      Session.update({ lastUsedAt: new Date(now) }, { where: { id: session.id }, transaction }),
    );
  return toAccount(session, workspaceId, "token" in by ? session.workspaceId : null);
}

/** The browsers' sessions of these ids that still stand, read together. */
export async function findOpenSessions(sessionIds: string[]): Promise<Map<string, SignedInAccount>> {
  if (sessionIds.length === 0) return new Map();
  const found = await findWithWorkspaces(`session.id IN (${sessionIds.map(escapeValue).join(", ")})`);
  const now = Date.now();
  const open = found.filter((session) => isOpen(session, now) && hasRole(session.user));
  const accounts = await Promise.all(open.map((session) => toAccount(session, null, session.workspaceId)));
  return new Map(accounts.map((account) => [account.sessionId, account]));
}

type OpenSession = Session & { user: User };

const isOpen = ({ user, expiresAt }: OpenSession, now: number): boolean =>
  user.isActive && expiresAt.getTime() > now;

async function toAccount(
  session: OpenSession,
  workspaceId: string | null,
  preferredId: string | null,
): Promise<SignedInAccount> {
  const supportAccess =
    session.supportAccessId === null ? null : await findUsedAccess(session.supportAccessId, session.user);
  return {
    sessionId: session.id,
    user: session.user,
    ...(supportAccess?.workspace && (workspaceId ?? supportAccess.workspaceId) === supportAccess.workspaceId
      ? { workspace: supportAccess.workspace, role: "support" as const }
      : chooseMembership(session.user.memberships ?? [], workspaceId, preferredId)),
    authenticatedAt: session.authenticatedAt,
    expiresAt: session.expiresAt,
    supportAccess,
  };
}

/** Ends a session and with it the access tokens that name it. */
export async function endSession(sessionId: string): Promise<void> {
  await inTransaction((transaction) =>
    Session.update({ endedAt: new Date() }, { where: { id: sessionId, endedAt: null }, transaction }),
  );
}

/** Ends all sessions of an account, or all but one, and the chats that it has linked. */
export async function endSessions(
  { userId, exceptSessionId }: { userId: string; exceptSessionId?: string },
  transaction: Transaction,
): Promise<void> {
  await Session.update(
    { endedAt: new Date() },
    {
      where: { userId, endedAt: null, ...(exceptSessionId ? { id: { [Op.ne]: exceptSessionId } } : {}) },
      transaction,
    },
  );
  await endDeskChats({ userId }, transaction);
}
