import type { Transaction } from "sequelize";
import { deviceName } from "#app/lib/user-agent.ts";
import { Session, type User } from "#app/models/index.server.ts";
import { type DeviceOrigin, rememberDevice } from "#app/services/auth/sessions/known-devices.server.ts";
import { createSession } from "#app/services/auth/sessions/sessions.server.ts";
import { queueMail } from "#app/services/mail/queue-mail.server.ts";

/** From where somebody comes in, and what this browser had before. */
export type SignInOrigin = { origin: DeviceOrigin; previousSessionId?: string | null };

/** Whose session it will be, and when they proved that. */
type Entrant = SignInOrigin & { user: User; provenAt: Date };

/** A session that was opened: the cookie's token, and whose it is. */
export type SessionCreated = { token: string; sessionId: string; user: User };

/**
 * Opens the session of whoever has proven who they are, in the transaction that holds the proof: a new one each time, and the one this
 * browser had before ends. A sign-in from a device that the account does not know is told to its owner by mail.
 */
export async function startSession(
  { user, provenAt, origin, previousSessionId }: Entrant,
  transaction: Transaction,
): Promise<SessionCreated> {
  const { cookieId: _, ...device } = origin;
  if (previousSessionId)
    await Session.update(
      { endedAt: new Date() },
      { where: { id: previousSessionId, endedAt: null }, transaction },
    );
  const session = await createSession({ userId: user.id, device, provenAt }, transaction);
  if (await rememberDevice(user.id, origin, transaction)) {
    await queueMail(
      {
        kind: "new-sign-in",
        to: user.email,
        userId: user.id,
        props: {
          name: user.name,
          at: new Date().toISOString(),
          device: deviceName(device.userAgent),
          ip: device.ip,
        },
      },
      transaction,
    );
  }
  return { ...session, user };
}
