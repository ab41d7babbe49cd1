import type { Model, ModelStatic, Transaction } from "sequelize";
import { announceDue, onDue } from "#app/database/due-work.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import { isUserRole } from "#app/lib/domain.ts";
import { log } from "#app/lib/log.server.ts";
import { Session, SupportAccess, User, WorkspaceMember } from "#app/models/index.server.ts";
import { findOpenSessions, type SignedInAccount } from "#app/services/auth/sessions/sessions.server.ts";

type Listener = Pick<SignedInAccount, "sessionId" | "role"> & { workspaceId: string; onEnd: () => void };

const EVERY_MS = 2 * SECOND;

const listeners = new Set<Listener>();
let timer: NodeJS.Timeout | null = null;

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
  onDue(model, () => void endRevoked());
}

/**
 * Calls `onEnd` once the session has ended, its account is deactivated, or it works in the workspace no more or in
 * another role. One query serves all listeners of this process.
 * @returns a function that stops it
 */
export function listenToAccess(listener: Listener): () => void {
  listeners.add(listener);
  if (timer === null) schedule();
  return () => listeners.delete(listener);
}

/** Other processes' changes are found by polling. */
function schedule(): void {
  timer = setTimeout(async () => {
    if (listeners.size === 0) {
      timer = null;
      return;
    }
    await endRevoked();
    schedule();
  }, EVERY_MS);
  timer.unref();
}

async function endRevoked(): Promise<void> {
  const asked = [...listeners];
  try {
    const open = await findOpenSessions([...new Set(asked.map(({ sessionId }) => sessionId))]);
    for (const listener of asked) if (!hasAccess(listener, open.get(listener.sessionId))) listener.onEnd();
  } catch (error) {
    // A short database failure ends no stream.
    log.warn({ err: error }, "the access of open streams could not be read; the next try follows");
  }
}

const hasAccess = ({ workspaceId, role }: Listener, now: SignedInAccount | undefined): boolean =>
  now !== undefined && isUserRole(now.user.role) && now.workspace.id === workspaceId && now.role === role;
