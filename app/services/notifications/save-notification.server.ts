import { literal, Op, type Transaction } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { lockRows } from "#app/database/lock-rows.server.ts";
import { config } from "#app/env.server.ts";
import { newId } from "#app/lib/ids.ts";
import type { NotificationName, NotificationType } from "#app/lib/notifications.ts";
import { Notification, PushMark, PushSubscription } from "#app/models/index.server.ts";
import { markNotification } from "#app/services/notifications/mark-desk-chats.server.ts";

type NewNotification = {
  userId: string;
  workspaceId: string | null;
  kind: NotificationName;
  type: NotificationType;
  /** Notifications of a user with the same key are counted as one, which becomes unread again. */
  groupKey: string;
  payload: object;
  /** How many events there are in all; one more than before if it is missing. */
  count?: number;
  isInApp: boolean;
  /** Whether an email follows that is put together later. */
  isEmailed: boolean;
  /** Whether the chats that the user has linked are told. */
  byTelegram: boolean;
};

/** Writes one notification in the transaction of its event, and makes the user's browsers and chats due. */
export async function saveNotification(
  { count, payload, isInApp, isEmailed, byTelegram, ...about }: NewNotification,
  transaction: Transaction,
): Promise<void> {
  const { userId, groupKey } = about;
  const now = new Date();
  const state = {
    payload: JSON.stringify(payload),
    isInApp,
    readAt: null,
    updatedAt: now,
    ...(isEmailed ? { emailDueAt: now } : {}),
  };
  const where = { userId, groupKey };
  const isHigher = count === undefined ? {} : { count: { [Op.lt]: count } };
  const add = async () => {
    const values = { ...state, count: count ?? literal("count + 1") };
    const [added] = await Notification.update(values, { where: { ...where, ...isHigher }, transaction });
    return added > 0;
  };
  if (!(await add())) {
    const first = { ...about, ...state, count: 0, createdAt: now };
    // Changes nothing where another process has written the first one, but locks its row.
    await Notification.bulkCreate([first], {
      updateOnDuplicate: ["groupKey"],
      conflictAttributes: ["userId", "groupKey"],
      transaction,
    });
    // A count that is not higher tells nothing new.
    if (!(await add())) return;
  }
  if (isEmailed) announceDue(Notification, transaction);
  if (isInApp && config.vapid) await queuePushes(where, transaction);
  if (byTelegram) {
    const notificationId = await findId(where, transaction);
    await markNotification({ ...about, notificationId }, transaction);
  }
}

type Key = Pick<NewNotification, "userId" | "groupKey">;

async function findId(where: Key, transaction: Transaction): Promise<string> {
  const attributes = ["id"];
  return (await Notification.findOne({ where, attributes, transaction, rejectOnEmpty: true })).id;
}

/** Locks the user's browsers: a message that ends at the same moment leaves the mark, and finds it. */
async function queuePushes(where: Key, transaction: Transaction): Promise<void> {
  const { userId } = where;
  const subscriptions = await lockRows(PushSubscription, {
    where: { userId },
    attributes: ["id", "state"],
    transaction,
  });
  if (subscriptions.length === 0) return;
  const notificationId = await findId(where, transaction);
  await PushMark.bulkCreate(
    subscriptions.map(({ id: subscriptionId }) => ({ subscriptionId, notificationId, token: newId() })),
    { updateOnDuplicate: ["token"], transaction },
  );
  const idle = subscriptions.filter(({ state }) => state === "idle").map(({ id }) => id);
  if (idle.length === 0) return;
  await PushSubscription.update({ state: "queued", dueAt: new Date() }, { where: { id: idle }, transaction });
  announceDue(PushSubscription, transaction);
}
