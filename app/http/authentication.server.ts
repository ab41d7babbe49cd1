import { Unauthenticated } from "#app/lib/errors.ts";
import type { User } from "#app/models/user.server.ts";
import { messages } from "#app/schemas/messages.ts";
import type { Scope } from "#app/schemas/scopes.ts";
import { findKeyOwner, KEY_START } from "#app/services/accounts/api-keys.server.ts";
import { findSignedIn, type SignedIn } from "#app/services/accounts/sessions.server.ts";
import { readSignInToken } from "#app/services/accounts/sign-in-tokens.server.ts";
import { readCookies } from "./request.server.ts";
import { sessionCookie } from "./session-cookie.server.ts";

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
    const cookie = readCookies(header("cookie")).get(sessionCookie.name);
    return cookie ? asPerson(await findSignedIn({ token: cookie })) : null;
  }
  const credential = /^Bearer +([\x21-\x7e]+)$/i.exec(authorization)?.[1] ?? "";
  const isKey = credential.startsWith(KEY_START);
  const caller = isKey ? await byKey(credential) : await byToken(credential);
  if (caller) return caller;
  throw new Unauthenticated(isKey ? messages.auth.keyRefused : messages.auth.sessionExpired, "invalid_token");
}

async function byKey(key: string): Promise<Caller | null> {
  const found = await findKeyOwner(key);
  return found && { ...found, session: null };
}

async function byToken(token: string): Promise<Caller | null> {
  const named = await readSignInToken(token);
  return named && asPerson(await findSignedIn(named));
}

const asPerson = (session: SignedIn | null): Caller | null =>
  session && { user: session.user, session, scopes: null };
