import { Unauthenticated } from "#app/lib/errors.ts";
import { messages } from "#app/schemas/messages.ts";
import { findSignedIn, type SignedIn } from "#app/services/accounts/sessions.server.ts";
import { readSignInToken } from "#app/services/accounts/sign-in-tokens.server.ts";
import { readCookies } from "./request.server.ts";
import { sessionCookie } from "./session-cookie.server.ts";

type Headers = (name: string) => string | null;

/**
 * Who calls: by bearer token, else by the browser's cookie. Null when neither was sent.
 * @throws {Unauthenticated} when a credential was sent and is worth nothing
 */
export async function authenticate(header: Headers): Promise<SignedIn | null> {
  const authorization = header("authorization");
  if (authorization !== null) {
    const token = /^Bearer +([\x21-\x7e]+)$/i.exec(authorization)?.[1];
    const named = token ? await readSignInToken(token) : null;
    const signedIn = named ? await findSignedIn(named) : null;
    if (!signedIn) throw new Unauthenticated(messages.auth.sessionExpired, "invalid_token");
    return signedIn;
  }
  const cookie = readCookies(header("cookie")).get(sessionCookie.name);
  return cookie ? findSignedIn({ token: cookie }) : null;
}
