import { col, fn, Op } from "sequelize";
import { Notification } from "#app/models/index.server.ts";
import { createPoll } from "./create-poll.server.ts";

type Reader = { userId: string; workspaceId: string };
type Listener = Reader & {
  tell: (unread: number) => void;
  /** The count and the latest time: if one is read while another arrives, the count alone stays the same. */
  told: string | null;
};

const listeners = new Set<Listener>();
const poll = createPoll({
  isNeeded: () => listeners.size > 0,
  read: report,
  failure: "unread notifications could not be counted; the next try follows",
});

/**
 * Reports the number of unread notifications, now and on each change in any process. One query serves all
 * listeners of this process.
 * @returns a function that stops it
 */
export function listenToUnread(reader: Reader, tell: (unread: number) => void): () => void {
  const listener: Listener = { ...reader, tell, told: null };
  listeners.add(listener);
  poll.start();
  return () => listeners.delete(listener);
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
