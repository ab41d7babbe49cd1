import { sessionCookie } from "#app/http/cookies/session.server.ts";
import { getContext } from "#app/http/request-context.server.ts";
import { Invalid } from "#app/lib/errors.ts";
import { countFailures } from "#app/lib/rate-limiter.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import {
  checkPassword,
  markReauthenticated,
  renewCookieToken,
} from "#app/services/auth/credentials/reauthentication.server.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { isRecentlyAuthenticated } from "#app/services/auth/sessions/sessions.server.ts";
import { signInLimits } from "#app/services/auth/sign-in/attempt-limits.server.ts";

type Proof = {
  password: string | undefined;
  /** For an account that only signs in with a provider. */
  withoutPassword: () => Response;
};

/**
 * Runs what needs a recent sign-in, after the password of the same form. The session counts as authenticated,
 * under a new cookie, once all is done: a form that comes back is still of the old cookie.
 * @throws {Invalid} at `password`
 */
export async function withProof(
  member: Member,
  { password, withoutPassword }: Proof,
  work: () => Promise<Response>,
): Promise<Response> {
  const { user, sessionId } = member;
  if (isRecentlyAuthenticated(member)) return work();
  if (user.passwordHash === null) return withoutPassword();
  if (!password) throw new Invalid([{ field: "password", message: messages.fields.passwordRequired }]);
  const limits = [signInLimits.byAddress(getContext().clientAddress), signInLimits.bySignedIn(user.id)];
  await countFailures(limits, () => checkPassword({ user, password }));
  const response = await work();
  await markReauthenticated(sessionId);
  response.headers.append("Set-Cookie", await sessionCookie.serialize(await renewCookieToken(sessionId)));
  return response;
}
