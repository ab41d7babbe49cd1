import { Connection } from "#app/models/index.server.ts";
import { adPlatformName } from "#app/services/ad-platforms/registry.server.ts";
import type { ConsumeEvent } from "#app/services/domain-events/consume-event.server.ts";
import { queueMail } from "#app/services/mail/queue-mail.server.ts";
import { findMenders } from "./find-menders.server.ts";

/** Emails the members who may mend a connection whose events are refused one after the other. */
export const emailFailingConnection: ConsumeEvent = async (event, transaction) => {
  if (event.type !== "connection.failing") return;
  const { workspaceId, subjectId, payload } = event;
  const where = { id: subjectId, workspaceId };
  if ((await Connection.count({ where, transaction })) === 0) return;
  const { adPlatform, failures, isPaused, remedy } = payload;
  for (const user of await findMenders(workspaceId, transaction)) {
    await queueMail(
      {
        kind: "connection-failing",
        to: user.email,
        userId: user.id,
        props: { name: user.name, adPlatform: adPlatformName(adPlatform), failures, isPaused, remedy },
      },
      transaction,
    );
  }
};
