import { Connection } from "#app/models/index.server.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import type { ConsumeEvent } from "#app/services/domain-events/consume-event.server.ts";
import { queueMail } from "#app/services/mail/queue-mail.server.ts";
import { findMenders } from "./find-menders.server.ts";

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
  for (const user of await findMenders(workspaceId, transaction)) {
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
