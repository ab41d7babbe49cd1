import { onChange } from "#app/database/announcements.server.ts";
import { isUserRole } from "#app/lib/domain.ts";
import { findOpenSessions, type SignedInAccount } from "#app/services/auth/sessions/sessions.server.ts";
import { createReader } from "./create-reader.server.ts";

type Listener = Pick<SignedInAccount, "sessionId" | "role"> & { workspaceId: string; onEnd: () => void };

const listeners = new Set<Listener>();

/** Ends the streams of sessions that have ended by now. Some end by time, without a change. */
export const checkAccess = createReader({
  read: endRevoked,
  failure: "the access of open streams could not be read; the next try follows",
});

onChange((topics) => {
  if (topics.includes("access") && listeners.size > 0) checkAccess();
});

/**
 * Calls `onEnd` once the session has ended, its account is deactivated, or it works in the workspace no more or in
 * another role. One query serves all listeners of this process.
 * @returns a function that stops it
 */
export function listenToAccess(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function endRevoked(): Promise<void> {
  const asked = [...listeners];
  if (asked.length === 0) return;
  const open = await findOpenSessions([...new Set(asked.map(({ sessionId }) => sessionId))]);
  for (const listener of asked) if (!hasAccess(listener, open.get(listener.sessionId))) listener.onEnd();
}

const hasAccess = ({ workspaceId, role }: Listener, now: SignedInAccount | undefined): boolean =>
  now !== undefined && isUserRole(now.user.role) && now.workspace.id === workspaceId && now.role === role;
