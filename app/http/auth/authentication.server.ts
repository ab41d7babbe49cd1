import { sessionCookie } from "#app/http/cookies/session.server.ts";
import type { WorkspaceRole } from "#app/lib/domain.ts";
import { NotFound, Unauthenticated } from "#app/lib/errors.ts";
import { isId } from "#app/lib/ids.ts";
import type { User } from "#app/models/user.server.ts";
import type { Workspace } from "#app/models/workspace.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { Scope } from "#app/schemas/scopes.ts";
import { verifyAccessToken } from "#app/services/auth/credentials/access-tokens.server.ts";
import {
  API_KEY_PREFIX,
  authenticateApiKey,
} from "#app/services/auth/credentials/authenticate-api-key.server.ts";
import { findSession, type SignedInAccount } from "#app/services/auth/sessions/sessions.server.ts";

type Headers = (name: string) => string | null;

/** A person with a session and a role in a workspace, or a program with a workspace's key and its scopes. */
export type Caller<Session extends SignedInAccount = SignedInAccount> =
  | { user: User; workspace: Workspace; role: WorkspaceRole; session: Session; keyId: null; scopes: null }
  | { user: null; workspace: Workspace; role: null; session: null; keyId: string; scopes: Scope[] };

/** Chooses a workspace, for an account with several. */
const WORKSPACE_HEADER = "x-workspace-id";

/**
 * Who calls: by bearer token or API key, else by the browser's cookie. Null when nothing was sent.
 * @throws {Unauthenticated} when a credential was sent and is not valid
 * @throws {NotFound} when the request names a workspace that the caller does not belong to
 */
export async function authenticate(header: Headers): Promise<Caller | null> {
  const authorization = header("authorization");
  const workspaceId = header(WORKSPACE_HEADER);
  if (workspaceId !== null && !isId(workspaceId)) throw new NotFound("Workspace");
  if (authorization === null) {
    const token = await sessionCookie.parse(header("cookie"));
    return token ? asPerson(await findSession({ token }, workspaceId)) : null;
  }
  const credential = /^Bearer +([\x21-\x7e]+)$/i.exec(authorization)?.[1] ?? "";
  const isKey = credential.startsWith(API_KEY_PREFIX);
  const caller = isKey ? await byKey(credential, workspaceId) : await byToken(credential, workspaceId);
  if (caller) return caller;
  throw new Unauthenticated(isKey ? messages.auth.keyRefused : messages.auth.sessionExpired, "invalid_token");
}

async function byKey(key: string, workspaceId: string | null): Promise<Caller | null> {
  const found = await authenticateApiKey(key);
  if (found && workspaceId !== null && workspaceId !== found.workspace.id) throw new NotFound("Workspace");
  return found && { ...found, user: null, role: null, session: null };
}

async function byToken(token: string, workspaceId: string | null): Promise<Caller | null> {
  const named = await verifyAccessToken(token);
  return named && asPerson(await findSession(named, workspaceId));
}

const asPerson = (session: SignedInAccount | null): Caller | null =>
  session && {
    user: session.user,
    workspace: session.workspace,
    role: session.role,
    session,
    keyId: null,
    scopes: null,
  };
