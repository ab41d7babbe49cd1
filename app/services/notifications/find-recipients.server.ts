import { Op, type Transaction } from "sequelize";
import type { NotificationName } from "#app/lib/notifications.ts";
import { User, WorkspaceMember } from "#app/models/index.server.ts";
import { readNotificationPreferences } from "#app/schemas/notifications.ts";
import { isAllowed, type WorkspaceAction } from "#app/services/workspaces/policy.ts";

export type Recipient = { user: User; byEmail: boolean; inApp: boolean };

type RecipientQuery = { workspaceId: string; kind: NotificationName; action: WorkspaceAction };

/** The channels that a user has chosen for a kind. Emails go to verified addresses only. */
export function getChannels(user: User, kind: NotificationName): Pick<Recipient, "byEmail" | "inApp"> {
  const { email, inApp } = readNotificationPreferences(user.notificationPreferences)[kind];
  return { inApp, byEmail: email && user.emailVerifiedAt !== null };
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
  return users
    .map((user) => ({ user, ...getChannels(user, kind) }))
    .filter(({ byEmail, inApp }) => byEmail || inApp);
}
