import { col, fn, Op } from "sequelize";
import { SECOND } from "#app/lib/dates.ts";
import { log } from "#app/lib/log.server.ts";
import { Notification } from "#app/models/index.server.ts";

type Reader = { userId: string; workspaceId: string };
type Listener = Reader & {
  tell: (unread: number) => void;
  /** The count and the latest time: if one is read while another arrives, the count alone stays the same. */
  told: string | null;
};

const EVERY_MS = 2 * SECOND;

const listeners = new Set<Listener>();
let timer: NodeJS.Timeout | null = null;

/**
 * Reports the number of unread notifications, now and on each change in any process. One query serves all
 * listeners of this process.
 * @returns a function that stops it
 */
export function listenToUnread(reader: Reader, tell: (unread: number) => void): () => void {
  const listener: Listener = { ...reader, tell, told: null };
  listeners.add(listener);
  if (timer === null) schedule();
  return () => listeners.delete(listener);
}

function schedule(): void {
  timer = setTimeout(async () => {
    if (listeners.size === 0) {
      timer = null;
      return;
    }
    await report().catch((err: unknown) =>
      log.warn({ err }, "unread notifications could not be counted; the next try follows"),
    );
    schedule();
  }, EVERY_MS);
  timer.unref();
}

async function report(): Promise<void> {
  const asked = [...listeners];
  const rows = (await Notification.findAll({
    where: {
      userId: { [Op.in]: [...new Set(asked.map(({ userId }) => userId))] },
      isInApp: true,
      readAt: null,
    },
    attributes: [
      "userId",
      "workspaceId",
      [fn("COUNT", col("id")), "unread"],
      [fn("MAX", col("updatedAt")), "latest"],
    ],
    group: ["userId", "workspaceId"],
    raw: true,
  })) as unknown as { userId: string; workspaceId: string | null; unread: number; latest: string | Date }[];
  for (const listener of asked) {
    const own = rows
      .filter(({ userId }) => userId === listener.userId)
      .filter(({ workspaceId }) => workspaceId === null || workspaceId === listener.workspaceId);
    const unread = own.reduce((sum, row) => sum + Number(row.unread), 0);
    const state = [unread, ...own.map(({ latest }) => new Date(latest).getTime())].join();
    if (state === listener.told) continue;
    listener.told = state;
    listener.tell(unread);
  }
}
