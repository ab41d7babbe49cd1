import { Op } from "sequelize";
import { Connection, User, WorkspaceMember } from "#app/models/index.server.ts";
import { readNotificationPreferences } from "#app/schemas/profile.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import type { ConsumeEvent } from "#app/services/domain-events/consume-event.server.ts";
import { queueMail } from "#app/services/mail/queue-mail.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";

/**
 * Emails the members who may mend a connection that its ad platform refuses, unless it was connected again
 * since.
 */
export const emailRefusedConnection: ConsumeEvent = async (event, transaction) => {
  const { workspaceId, subjectId, createdAt } = event;
  const connection = await Connection.findOne({
    where: { id: subjectId, workspaceId, status: "invalid" },
    transaction,
  });
  if (!connection) return;
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
  for (const user of users) {
    if (!readNotificationPreferences(user.notificationPreferences).deliveryFailed.email) continue;
    await queueMail(
      {
        kind: "connection-refused",
        to: user.email,
        userId: user.id,
        props: {
          name: user.name,
          adPlatform: adPlatforms.get(connection.adPlatform).name,
          remedy: connection.lastError,
          at: createdAt.toISOString(),
        },
      },
      transaction,
    );
  }
};
