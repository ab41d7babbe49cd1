import { inTransaction } from "#app/database/connection.server.ts";
import { DAY, MINUTE } from "#app/lib/dates.ts";
import { Session } from "#app/models/index.server.ts";
import { SESSION_MS } from "./sessions.server.ts";

/** A session in use is renewed when less than this remains. */
const RENEWED_BELOW_MS = 5 * MINUTE;

/** A session ends this long after the last authentication, however often it is renewed. */
export const SESSION_MAX_MS = 30 * DAY;

export function isNearExpiry({ expiresAt }: { expiresAt: Date }): boolean {
  return expiresAt.getTime() - Date.now() < RENEWED_BELOW_MS;
}

/**
 * Renews a session if less than 5 minutes remain.
 * @returns when it expires, or null if it has ended
 */
export async function renewSession(sessionId: string): Promise<Date | null> {
  const session = await Session.findOne({ where: { id: sessionId, endedAt: null } });
  const now = Date.now();
  if (!session || session.expiresAt.getTime() <= now) return null;
  const { expiresAt, createdAt, authenticatedAt } = session;
  if (!isNearExpiry(session)) return expiresAt;
  // If the provider does not say when it authenticated the user, the sign-in counts.
  const lastAuthentication = Math.max(createdAt.getTime(), authenticatedAt.getTime());
  const next = new Date(Math.min(now + SESSION_MS, lastAuthentication + SESSION_MAX_MS));
  if (next <= expiresAt) return expiresAt;
  // Conditional: a session that was ended meanwhile stays ended.
  const [renewed] = await inTransaction((transaction) =>
    Session.update({ expiresAt: next }, { where: { id: sessionId, endedAt: null }, transaction }),
  );
  return renewed === 0 ? null : next;
}
