import { literal, Op, type Transaction, UniqueConstraintError } from "sequelize";
import { config } from "#app/env.server.ts";
import type { NotificationName, NotificationType } from "#app/lib/domain.ts";
import { Notification, PushSubscription } from "#app/models/index.server.ts";

type NewNotification = {
  userId: string;
  workspaceId: string | null;
  kind: NotificationName;
  type: NotificationType;
  /** Another one of the user with this key is added to, and unread again. */
  groupKey: string;
  payload: object;
  /** How many events there are in all; one more than before if it is missing. */
  count?: number;
  isInApp: boolean;
  /** Whether an email follows that is put together later. */
  isEmailed: boolean;
};

/** Writes one notification in the transaction of what it tells of, and lets the user's browsers be told. */
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
    // A count that is not higher tells nothing new.
    if (count !== undefined && (await Notification.count({ where, transaction })) > 0) return;
    const first = { ...about, ...state, count: count ?? 1, createdAt: now };
    try {
      await Notification.create(first, { transaction });
    } catch (error) {
      // Another process has just written the first one.
      if (!(error instanceof UniqueConstraintError)) throw error;
      await add();
    }
  }
  if (isInApp && config.vapid)
    await PushSubscription.update(
      { state: "queued", dueAt: now },
      { where: { userId, state: "idle" }, transaction },
    );
}
