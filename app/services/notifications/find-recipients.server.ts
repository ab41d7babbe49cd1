import { Op, type Transaction } from "sequelize";
import type { NotificationName } from "#app/lib/notifications.ts";
import { TelegramDeskChat, User, WorkspaceMember } from "#app/models/index.server.ts";
import { readNotificationPreferences } from "#app/schemas/notifications.ts";
import { isAllowed, type WorkspaceAction } from "#app/services/workspaces/policy.ts";

export type Recipient = { user: User; byEmail: boolean; inApp: boolean; byTelegram: boolean };

type RecipientQuery = { workspaceId: string; kind: NotificationName; action: WorkspaceAction };

/** The channels that a user has chosen for a kind. Emails go to verified addresses only. */
export function getChannels(user: User, kind: NotificationName): Omit<Recipient, "user"> {
  const { email, inApp, telegram } = readNotificationPreferences(user.notificationPreferences)[kind];
  return { inApp, byEmail: email && user.emailVerifiedAt !== null, byTelegram: telegram };
}

/** The members whose role may act and who want to be told, in the order of their ids. */
export async function findRecipients(
  { workspaceId, kind, action }: RecipientQuery,
  transaction?: Transaction,
): Promise<Recipient[]> {
  const members = await WorkspaceMember.findAll({ where: { workspaceId }, transaction });
  const userIds = members.filter(({ role }) => isAllowed(role, action)).map(({ userId }) => userId);
  const users = await User.findAll({
    where: { id: { [Op.in]: userIds }, isActive: true, deleteRequestedAt: null },
    order: [["id", "ASC"]],
    transaction,
  });
  const chats = await TelegramDeskChat.findAll({
    where: { workspaceId },
    attributes: ["userId"],
    transaction,
  });
  const linked = new Set(chats.map(({ userId }) => userId));
  return users
    .map((user) => {
      const { byTelegram, ...channels } = getChannels(user, kind);
      return { user, ...channels, byTelegram: byTelegram && linked.has(user.id) };
    })
    .filter(({ byEmail, inApp, byTelegram }) => byEmail || inApp || byTelegram);
}
