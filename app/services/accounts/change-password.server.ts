import { Invalid } from "#app/lib/errors.ts";
import { inTransaction, Session, User } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages.ts";
import { endTokens } from "./account-tokens.server.ts";
import { tellPasswordChanged } from "./password-reset.server.ts";
import { assertGoodPassword } from "./password-rules.server.ts";
import { hashPassword } from "./passwords.server.ts";
import { assertPassword } from "./prove-password.server.ts";
import { endSessions } from "./sessions.server.ts";

type PasswordChange = { user: User; sessionId: string; currentPassword: string; newPassword: string };

/**
 * Changes the password, ends the other sessions and the links that would set another one or change the address, and tells the owner by mail.
 * @throws {Invalid} at `currentPassword` or `newPassword`
 */
export async function changePassword({
  user,
  sessionId,
  currentPassword,
  newPassword,
}: PasswordChange): Promise<void> {
  await assertPassword({ user, password: currentPassword, field: "currentPassword" });
  assertGoodPassword({ password: newPassword, about: user, field: "newPassword" });
  const passwordHash = await hashPassword(newPassword);
  const now = new Date();
  await inTransaction(async (transaction) => {
    const [changed] = await User.update(
      { passwordHash, updatedAt: now },
      // Another change came first: what was proven is no longer the password.
      { where: { id: user.id, passwordHash: user.passwordHash }, transaction },
    );
    if (changed === 0)
      throw new Invalid([{ field: "currentPassword", message: messages.profile.wrongPassword }]);
    await endSessions({ userId: user.id, exceptSessionId: sessionId }, transaction);
    await Session.update({ provenAt: now }, { where: { id: sessionId }, transaction });
    await endTokens(
      { userId: user.id, purposes: ["change-email", "reset-password", "second-step"] },
      transaction,
    );
    await tellPasswordChanged(user, now, transaction);
  });
}
