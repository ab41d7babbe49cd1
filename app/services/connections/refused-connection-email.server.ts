import { Connection, User } from "#app/models/index.server.ts";
import { readNotificationPreferences } from "#app/schemas/profile.ts";
import { getAdPlatform } from "#app/services/ad-platforms/registry.server.ts";
import type { ConsumeEvent } from "#app/services/domain-events/consume-event.server.ts";
import { queueMail } from "#app/services/mail/queue-mail.server.ts";

/** Emails the owner of a connection that its ad platform refuses, unless it was connected again since. */
export const emailRefusedConnection: ConsumeEvent = async (event, transaction) => {
  const { userId, subjectId, createdAt } = event;
  const connection = await Connection.findOne({
    where: { id: subjectId, userId, status: "invalid" },
    transaction,
  });
  const user = await User.findOne({ where: { id: userId, isActive: true }, transaction });
  if (!connection || !user || user.emailVerifiedAt === null || user.deleteRequestedAt !== null) return;
  if (!readNotificationPreferences(user.notificationPreferences).deliveryFailed.email) return;
  await queueMail(
    {
      kind: "connection-refused",
      to: user.email,
      userId,
      props: {
        name: user.name,
        adPlatform: getAdPlatform(connection.provider).name,
        remedy: connection.lastError,
        at: createdAt.toISOString(),
      },
    },
    transaction,
  );
};
