import { inTransaction } from "#app/database/connection.server.ts";
import { Invalid } from "#app/lib/errors.ts";
import { Session, User } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { revokeTokens } from "#app/services/auth/credentials/one-time-tokens.server.ts";
import { assertPasswordAllowed } from "#app/services/auth/credentials/password-policy.server.ts";
import { hashPassword } from "#app/services/auth/credentials/passwords.server.ts";
import { assertPassword } from "#app/services/auth/credentials/reauthentication.server.ts";
import { endSessions } from "#app/services/auth/sessions/sessions.server.ts";
import { sendPasswordChangedEmail } from "./password-reset.server.ts";

type PasswordChange = { user: User; sessionId: string; currentPassword: string; newPassword: string };

/**
 * Changes the password, ends the other sessions, revokes links that could change the password or email, and
 * tells the owner by email.
 * @throws {Invalid} at `currentPassword` or `newPassword`
 */
export async function changePassword({
  user,
  sessionId,
  currentPassword,
  newPassword,
}: PasswordChange): Promise<void> {
  await assertPassword({ user, password: currentPassword, field: "currentPassword" });
  assertPasswordAllowed({ password: newPassword, about: user, field: "newPassword" });
  const passwordHash = await hashPassword(newPassword);
  const now = new Date();
  await inTransaction(async (transaction) => {
    const [changed] = await User.update(
      { passwordHash, updatedAt: now },
      // Another change came first: the verified password is no longer the current one.
      { where: { id: user.id, passwordHash: user.passwordHash }, transaction },
    );
    if (changed === 0)
      throw new Invalid([{ field: "currentPassword", message: messages.profile.wrongPassword }]);
    await endSessions({ userId: user.id, exceptSessionId: sessionId }, transaction);
    await Session.update({ authenticatedAt: now }, { where: { id: sessionId }, transaction });
    await revokeTokens(
      { userId: user.id, purposes: ["change-email", "reset-password", "second-step"] },
      transaction,
    );
    await sendPasswordChangedEmail(user, now, transaction);
  });
}
