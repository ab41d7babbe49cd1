import { inTransaction } from "#app/database/connection.server.ts";
import { Invalid } from "#app/lib/errors.ts";
import { Session, User } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { revokeTokens } from "#app/services/auth/credentials/one-time-tokens.server.ts";
import { assertPasswordAllowed } from "#app/services/auth/credentials/password-policy.server.ts";
import { replacePassword } from "#app/services/auth/credentials/passwords.server.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { endSessions } from "#app/services/auth/sessions/sessions.server.ts";
import { sendPasswordChangedEmail } from "./password-reset.server.ts";

type PasswordChange = { member: Member; currentPassword: string; newPassword: string };

/**
 * Changes the password, ends the other sessions, revokes links that could change the password or email, and
 * tells the owner by email.
 * @throws {Invalid} at `currentPassword` or `newPassword`
 */
export async function changePassword({
  member: { user, sessionId },
  currentPassword,
  newPassword,
}: PasswordChange): Promise<void> {
  if (user.passwordHash === null) throw refused(messages.profile.noPassword);
  const verified = { id: user.id, passwordHash: user.passwordHash };
  const passwordHash = await replacePassword({
    passwordHash: user.passwordHash,
    currentPassword,
    newPassword,
    async assertNeeded() {
      if ((await User.count({ where: verified })) === 0) throw refused(messages.profile.wrongPassword);
    },
    assertAllowed: () => assertPasswordAllowed({ password: newPassword, about: user, field: "newPassword" }),
  });
  if (passwordHash === null) throw refused(messages.profile.wrongPassword);
  const now = new Date();
  await inTransaction(async (transaction) => {
    const [changed] = await User.update(
      { passwordHash, updatedAt: now },
      // Another change came first: the verified password is no longer the current one.
      { where: verified, transaction },
    );
    if (changed === 0) throw refused(messages.profile.wrongPassword);
    await endSessions({ userId: user.id, exceptSessionId: sessionId }, transaction);
    await Session.update({ authenticatedAt: now }, { where: { id: sessionId }, transaction });
    await revokeTokens(
      { userId: user.id, purposes: ["change-email", "reset-password", "sign-in-link", "two-factor"] },
      transaction,
    );
    await sendPasswordChangedEmail(user, now, transaction);
  });
}

const refused = (message: string) => new Invalid([{ field: "currentPassword", message }]);
