import type { Model, ModelStatic, Transaction } from "sequelize";
import { announceDue, onDue } from "#app/database/due-work.server.ts";
import { isUserRole } from "#app/lib/domain.ts";
import { Session, SupportAccess, User, WorkspaceMember } from "#app/models/index.server.ts";
import { findOpenSessions, type SignedInAccount } from "#app/services/auth/sessions/sessions.server.ts";
import { createPoll } from "./create-poll.server.ts";

type Listener = Pick<SignedInAccount, "sessionId" | "role"> & { workspaceId: string; onEnd: () => void };

const listeners = new Set<Listener>();
const poll = createPoll({
  isNeeded: () => listeners.size > 0,
  read: endRevoked,
  failure: "the access of open streams could not be read; the next try follows",
});

/** Rows that grant access. A commit of this process that changes one ends the streams at once. */
const rights: ModelStatic<Model>[] = [Session, SupportAccess, User, WorkspaceMember];
for (const model of rights) {
  const announce = ({ transaction }: { transaction?: Transaction | null }) => {
    if (transaction && listeners.size > 0) announceDue(model, transaction);
  };
  model.addHook("afterUpdate", (_row, options) => announce(options));
  model.addHook("afterDestroy", (_row, options) => announce(options));
  model.addHook("afterBulkUpdate", announce);
  model.addHook("afterBulkDestroy", announce);
  onDue(model, () => void poll.readNow());
}

/**
 * Calls `onEnd` once the session has ended, its account is deactivated, or it works in the workspace no more or in
 * another role. One query serves all listeners of this process.
 * @returns a function that stops it
 */
export function listenToAccess(listener: Listener): () => void {
  listeners.add(listener);
  poll.start();
  return () => listeners.delete(listener);
}

async function endRevoked(): Promise<void> {
  const asked = [...listeners];
  const open = await findOpenSessions([...new Set(asked.map(({ sessionId }) => sessionId))]);
  for (const listener of asked) if (!hasAccess(listener, open.get(listener.sessionId))) listener.onEnd();
}

const hasAccess = ({ workspaceId, role }: Listener, now: SignedInAccount | undefined): boolean =>
  now !== undefined && isUserRole(now.user.role) && now.workspace.id === workspaceId && now.role === role;
