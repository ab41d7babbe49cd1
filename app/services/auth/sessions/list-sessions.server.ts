import { Op } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { isId } from "#app/lib/ids.ts";
import { Session } from "#app/models/index.server.ts";
import { revokeTokens } from "#app/services/auth/credentials/one-time-tokens.server.ts";
import type { Member } from "./member.server.ts";
import { endSessions } from "./sessions.server.ts";

const SHOWN_MAX = 100;

export async function listSessions(userId: string): Promise<Session[]> {
  return retryRead(() =>
    Session.findAll({
      where: { userId, endedAt: null, expiresAt: { [Op.gt]: new Date() } },
      attributes: ["id", "createdAt", "lastUsedAt", "ip", "userAgent"],
      order: [
        ["lastUsedAt", "DESC"],
        ["id", "DESC"],
      ],
      limit: SHOWN_MAX,
    }),
  );
}

/**
 * Ends one of the account's sessions.
 * @throws {NotFound} also for another account's session, and for one that has ended
 */
export async function endOwnSession({
  userId,
  sessionId,
}: {
  userId: string;
  sessionId: string;
}): Promise<void> {
  if (!isId(sessionId)) throw new NotFound("Session");
  const [ended] = await inTransaction((transaction) =>
    Session.update({ endedAt: new Date() }, { where: { id: sessionId, userId, endedAt: null }, transaction }),
  );
  if (ended === 0) throw new NotFound("Session");
}

/** Ends all other sessions, and a change of email that one of them may have requested. */
export async function endOtherSessions({ user, sessionId }: Member): Promise<void> {
  await inTransaction(async (transaction) => {
    await endSessions({ userId: user.id, exceptSessionId: sessionId }, transaction);
    await revokeTokens({ userId: user.id, purposes: ["change-email"] }, transaction);
  });
}
