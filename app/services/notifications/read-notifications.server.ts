import { Op, type WhereOptions } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { countOf, type Value } from "#app/database/values.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { isId } from "#app/lib/ids.ts";
import type { NotificationName } from "#app/lib/notifications.ts";
import { Notification, type Workspace } from "#app/models/index.server.ts";
import type { NotificationResponse, NotificationsQuery } from "#app/schemas/notification-list.ts";
import { describeNotification } from "./describe-notification.ts";

/** The reader. Notifications about the account are shown in each of its workspaces. */
type Reader = { userId: string; workspace: Pick<Workspace, "id" | "timeZone"> };

const seenBy = (userId: string, workspaceId: string): WhereOptions => ({
  userId,
  isInApp: true,
  workspaceId: { [Op.or]: [workspaceId, null] },
});

/** One page of a member's notifications, the latest first, with how many of all are unread. */
export async function listNotifications({
  userId,
  workspace: { id: workspaceId, timeZone },
  query: { page, limit, kind, state },
}: Reader & { query: NotificationsQuery }) {
  const where = {
    ...seenBy(userId, workspaceId),
    ...(kind ? { kind } : {}),
    ...(state === "unread" ? { readAt: null } : {}),
  };
  const [{ rows, count: total }, unread] = await retryRead(() =>
    Promise.all([
      Notification.findAndCountAll({
        where,
        order: [
          ["updatedAt", "DESC"],
          ["id", "DESC"],
        ],
        limit,
        offset: (page - 1) * limit,
      }),
      countUnread(userId, workspaceId),
    ]),
  );
  return {
    notifications: rows.map((row) => toNotificationResponse(row, timeZone)),
    unread,
    pagination: { total, page, limit, pages: Math.max(1, Math.ceil(total / limit)) },
  };
}

/** A notification as its reader sees it. */
export function toNotificationResponse(row: Notification, timeZone: string): NotificationResponse {
  const { id, kind, type, count, readAt, createdAt, updatedAt } = row;
  return {
    id,
    kind,
    type,
    count,
    ...describeNotification(row, timeZone),
    readAt: readAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

const unreadBy = (userId: string, workspaceId: string): WhereOptions => ({
  ...seenBy(userId, workspaceId),
  readAt: null,
});

export function countUnread(userId: string, workspaceId: string): Promise<number> {
  return retryRead(() => Notification.count({ where: unreadBy(userId, workspaceId) }));
}

/** The same beside other values. */
export const unreadCount = (userId: string, workspaceId: string): Value<number> =>
  countOf(Notification, unreadBy(userId, workspaceId));

/**
 * Marks one notification as read. Repeating it changes nothing.
 * @throws {NotFound} also for somebody else's
 */
export async function readNotification({
  userId,
  workspace: { id: workspaceId, timeZone },
  notificationId,
}: Reader & { notificationId: string }): Promise<NotificationResponse> {
  if (!isId(notificationId)) throw new NotFound("Notification");
  return inTransaction(async (transaction) => {
    const where = { ...seenBy(userId, workspaceId), id: notificationId };
    const row = await Notification.findOne({ where, lock: true, transaction });
    if (!row) throw new NotFound("Notification");
    if (!row.readAt) await row.update({ readAt: new Date() }, { transaction });
    return toNotificationResponse(row, timeZone);
  });
}

/**
 * Marks a member's notifications as read.
 * @param until what came after this time stays unread: its reader has not seen it
 */
export async function readAllNotifications({
  userId,
  workspace,
  until = new Date(),
  kind,
}: Reader & { until?: Date | undefined; kind?: NotificationName | undefined }): Promise<void> {
  await inTransaction((transaction) =>
    Notification.update(
      { readAt: new Date() },
      {
        where: {
          ...seenBy(userId, workspace.id),
          ...(kind ? { kind } : {}),
          readAt: null,
          updatedAt: { [Op.lte]: until },
        },
        transaction,
      },
    ),
  );
}
