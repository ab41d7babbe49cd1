import { Op, type Transaction } from "sequelize";
import { User, WorkspaceMember } from "#app/models/index.server.ts";
import { readNotificationPreferences } from "#app/schemas/notifications.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";

/** The members who may mend a connection and want emails about deliveries. */
export async function findMenders(workspaceId: string, transaction: Transaction): Promise<User[]> {
  const members = await WorkspaceMember.findAll({ where: { workspaceId }, transaction });
  const userIds = members
    .filter(({ role }) => isAllowed(role, "connections:write"))
    .map(({ userId }) => userId);
  const users = await User.findAll({
    where: {
      id: userIds,
      isActive: true,
      emailVerifiedAt: { [Op.ne]: null },
      deleteRequestedAt: null,
    },
    transaction,
  });
  return users.filter(
    ({ notificationPreferences }) =>
      readNotificationPreferences(notificationPreferences).deliveryFailed.email,
  );
}
