import type { Transaction } from "sequelize";
import { Forbidden } from "#app/lib/errors.ts";
import { deviceName } from "#app/lib/user-agent.ts";
import { Session, type User } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { type DeviceOrigin, rememberDevice } from "#app/services/auth/sessions/known-devices.server.ts";
import { createSession, hasRole } from "#app/services/auth/sessions/sessions.server.ts";
import { queueMail } from "#app/services/mail/queue-mail.server.ts";
import { notifyAccount } from "#app/services/notifications/notify.server.ts";

/** The device that signs in, and the session that its browser had before. */
export type SignInOrigin = { device: DeviceOrigin; previousSessionId?: string | null };

type NewSession = SignInOrigin & { user: User; authenticatedAt: Date };

/** `token` is the cookie's. */
export type CreatedSession = { kind: "session"; token: string; sessionId: string; user: User };

/**
 * Starts a new session in the transaction that holds the locked account, and ends the browser's earlier one.
 * The owner gets an email if the account does not know the device.
 * @throws {Forbidden} `role_refused` if the account has no role
 */
export async function startSession(
  { user, authenticatedAt, device: deviceOrigin, previousSessionId }: NewSession,
  transaction: Transaction,
): Promise<CreatedSession> {
  if (!hasRole(user)) throw new Forbidden("role_refused", messages.auth.noRole);
  const { cookieId: _, ...device } = deviceOrigin;
  if (previousSessionId)
    await Session.update(
      { endedAt: new Date() },
      { where: { id: previousSessionId, endedAt: null }, transaction },
    );
  const session = await createSession({ userId: user.id, device, authenticatedAt }, transaction);
  if (await rememberDevice(user.id, deviceOrigin, transaction)) {
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
    await notifyAccount(
      { userId: user.id, type: "newSignIn", payload: { device: deviceName(device.userAgent) } },
      transaction,
    );
  }
  return { kind: "session", ...session, user };
}
