import { col, fn, Op } from "sequelize";
import { onChange } from "#app/database/announcements.server.ts";
import { Notification } from "#app/models/index.server.ts";
import { createReader } from "./create-reader.server.ts";

type Reader = { userId: string; workspaceId: string };
/** `at` is a time before it was counted, in ms: a page may have a newer count. */
type UnreadCount = { unread: number; at: number };
type Listener = Reader & {
  tell: (count: UnreadCount) => void;
  /** The count and the latest time: if one is read while another arrives, the count alone stays the same. */
  told: string | null;
};

const listeners = new Set<Listener>();
const reportSoon = createReader({
  read: report,
  failure: "unread notifications could not be counted; the next try follows",
});

onChange((topics) => {
  if (topics.includes("unread") && listeners.size > 0) reportSoon();
});

/**
 * Reports the number of unread notifications, now and on each change in any process. One query serves all
 * listeners of this process.
 * @returns a function that stops it
 */
export function listenToUnread(reader: Reader, tell: Listener["tell"]): () => void {
  const listener: Listener = { ...reader, tell, told: null };
  listeners.add(listener);
  reportSoon();
  return () => listeners.delete(listener);
}

async function report(): Promise<void> {
  const asked = [...listeners];
  if (asked.length === 0) return;
  const at = Date.now();
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
    listener.tell({ unread, at });
  }
}
