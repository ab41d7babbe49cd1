import { sessionCookie } from "#app/http/cookies/session.server.ts";
import { Unauthenticated } from "#app/lib/errors.ts";
import type { User } from "#app/models/user.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { Scope } from "#app/schemas/scopes.ts";
import { verifyAccessToken } from "#app/services/auth/credentials/access-tokens.server.ts";
import {
  API_KEY_PREFIX,
  authenticateApiKey,
} from "#app/services/auth/credentials/authenticate-api-key.server.ts";
import { findSession, type SignedIn } from "#app/services/auth/sessions/sessions.server.ts";

type Headers = (name: string) => string | null;

/** A person with a session, or a program with a key and what that may do. */
export type Caller =
  | { user: User; session: SignedIn; scopes: null }
  | { user: User; session: null; scopes: Scope[] };

/**
 * Who calls: by bearer token or API key, else by the browser's cookie. Null when nothing was sent.
 * @throws {Unauthenticated} when a credential was sent and is worth nothing
 */
export async function authenticate(header: Headers): Promise<Caller | null> {
  const authorization = header("authorization");
  if (authorization === null) {
    const token = await sessionCookie.parse(header("cookie"));
    return token ? asPerson(await findSession({ token })) : null;
  }
  const credential = /^Bearer +([\x21-\x7e]+)$/i.exec(authorization)?.[1] ?? "";
  const isKey = credential.startsWith(API_KEY_PREFIX);
  const caller = isKey ? await byKey(credential) : await byToken(credential);
  if (caller) return caller;
  throw new Unauthenticated(isKey ? messages.auth.keyRefused : messages.auth.sessionExpired, "invalid_token");
}

async function byKey(key: string): Promise<Caller | null> {
  const found = await authenticateApiKey(key);
  return found && { ...found, session: null };
}

async function byToken(token: string): Promise<Caller | null> {
  const named = await verifyAccessToken(token);
  return named && asPerson(await findSession(named));
}

const asPerson = (session: SignedIn | null): Caller | null =>
  session && { user: session.user, session, scopes: null };
