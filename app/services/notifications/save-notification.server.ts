import { literal, Op, type Transaction } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { config } from "#app/env.server.ts";
import type { NotificationName, NotificationType } from "#app/lib/notifications.ts";
import { Notification, PushSubscription } from "#app/models/index.server.ts";

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
};

/** Writes one notification in the transaction of its event, and makes the user's browsers due for a push. */
export async function saveNotification(
  { count, payload, isInApp, isEmailed, ...about }: NewNotification,
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
  if (!isInApp || !config.vapid) return;
  const [queued] = await PushSubscription.update(
    { state: "queued", dueAt: now },
    { where: { userId, state: "idle" }, transaction },
  );
  if (queued > 0) announceDue(PushSubscription, transaction);
}
