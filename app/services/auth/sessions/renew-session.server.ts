import { inTransaction } from "#app/database/connection.server.ts";
import { DAY, MINUTE } from "#app/lib/dates.ts";
import { Session } from "#app/models/index.server.ts";
import { SESSION_MS } from "./sessions.server.ts";

/** What remains when a session that is in use is renewed. */
const RENEWED_BELOW_MS = 5 * MINUTE;

/** However often it is renewed: after so long without a sign-in or a proof of who it is, a session ends. */
export const UNPROVEN_MAX_MS = 30 * DAY;

export function isNearExpiry({ expiresAt }: { expiresAt: Date }): boolean {
  return expiresAt.getTime() - Date.now() < RENEWED_BELOW_MS;
}

/**
 * Renews a session when under 5 minutes of it remain.
 * @returns when it ends now, or null when it has ended already
 */
export async function renewSession(sessionId: string): Promise<Date | null> {
  const session = await Session.findOne({ where: { id: sessionId, endedAt: null } });
  const now = Date.now();
  if (!session || session.expiresAt.getTime() <= now) return null;
  const { expiresAt, createdAt, authenticatedAt } = session;
  if (!isNearExpiry(session)) return expiresAt;
  // A provider may have said nothing of when it asked: the sign-in itself counts here.
  const knownSince = Math.max(createdAt.getTime(), authenticatedAt.getTime());
  const next = new Date(Math.min(now + SESSION_MS, knownSince + UNPROVEN_MAX_MS));
  if (next <= expiresAt) return expiresAt;
  // Conditional: an end that came meanwhile stays an end.
  const [renewed] = await inTransaction((transaction) =>
    Session.update({ expiresAt: next }, { where: { id: sessionId, endedAt: null }, transaction }),
  );
  return renewed === 0 ? null : next;
}
