import { inTransaction } from "#app/database/connection.server.ts";
import { Invalid } from "#app/lib/errors.ts";
import { newToken, sha256 } from "#app/lib/random.server.ts";
import { Session, type User } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { verifyPassword } from "./passwords.server.ts";

/**
 * Authenticates the user of a session again, for 15 minutes.
 * @throws {Invalid} at `password`: wrong, or the account has none
 */
export async function confirmPassword({
  user,
  sessionId,
  password,
}: {
  user: User;
  sessionId: string;
  password: string;
}): Promise<void> {
  await checkPassword({ user, password });
  await markReauthenticated(sessionId);
}

/** @throws {Invalid} at `password`: wrong, or the account has none */
export async function checkPassword({ user, password }: { user: User; password: string }): Promise<void> {
  const refused = (message: string) => new Invalid([{ field: "password", message }]);
  if (user.passwordHash === null) throw refused(messages.profile.noPassword);
  if (!(await verifyPassword(user.passwordHash, password))) throw refused(messages.profile.wrongPassword);
}

export async function markReauthenticated(sessionId: string): Promise<void> {
  await inTransaction((transaction) =>
    Session.update({ authenticatedAt: new Date() }, { where: { id: sessionId, endedAt: null }, transaction }),
  );
}

/** Replaces the token in the browser's cookie. The old one becomes invalid. */
export async function renewCookieToken(sessionId: string): Promise<string> {
  const token = newToken();
  await inTransaction((transaction) =>
    Session.update({ tokenHash: sha256(token) }, { where: { id: sessionId, endedAt: null }, transaction }),
  );
  return token;
}
