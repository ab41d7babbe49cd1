import { Delivery } from "#app/models/index.server.ts";
import { adPlatformName } from "#app/services/ad-platforms/registry.server.ts";
import { findMenders } from "#app/services/connections/find-menders.server.ts";
import type { ConsumeEvent } from "#app/services/domain-events/consume-event.server.ts";
import { queueMail } from "#app/services/mail/queue-mail.server.ts";

/** Emails the members who may mend the connection, unless nothing is parked there any more. */
export const emailExpiryWarning: ConsumeEvent = async (event, transaction) => {
  if (event.type !== "deliveries.expiring") return;
  const { workspaceId, payload } = event;
  const { adPlatform, count, firstAt } = payload;
  const where = { workspaceId, adPlatform, state: "parked" } as const;
  if ((await Delivery.count({ where, transaction })) === 0) return;
  for (const user of await findMenders(workspaceId, transaction)) {
    await queueMail(
      {
        kind: "deliveries-expiring",
        to: user.email,
        userId: user.id,
        props: { name: user.name, adPlatform: adPlatformName(adPlatform), count, firstAt },
      },
      transaction,
    );
  }
};
