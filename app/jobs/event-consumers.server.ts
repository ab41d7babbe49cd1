import { claimDue, findDue } from "#app/database/leases.server.ts";
import { config } from "#app/env.server.ts";
import { EventConsumption } from "#app/models/index.server.ts";
import { type ConsumeEvent, consumeEvent } from "#app/services/domain-events/consume-event.server.ts";
import type { ConsumerName } from "#app/services/domain-events/event-types.ts";
import { notifyOfConnection } from "#app/services/notifications/notify-of-connections.server.ts";
import { notifyOfDelivery } from "#app/services/notifications/notify-of-deliveries.server.ts";
import type { Job } from "./job.server.ts";
import { workOnLeases } from "./work-on-leases.server.ts";

const CONSUMERS: Record<ConsumerName, ConsumeEvent> = {
  "connection-notifications": notifyOfConnection,
  "delivery-notifications": notifyOfDelivery,
};

const LIMIT = 20;

/** A job that lets a consumer process its domain events. One job each, so that none waits for another. */
export function consumerJob(consumer: string, consume: ConsumeEvent): Job {
  return {
    name: consumer,
    everyMs: config.eventPollMs,
    async run(isStopping) {
      const due = { consumer, state: "queued" };
      const ids = await findDue(EventConsumption, due, LIMIT);
      if (ids.length === 0) return false;
      const leases = await claimDue(EventConsumption, { ...due, id: ids });
      await workOnLeases({
        model: EventConsumption,
        leases,
        parallel: 3,
        isStopping,
        work: (lease) => consumeEvent(consume, lease),
      });
      return ids.length === LIMIT;
    },
  };
}

export const eventConsumers: Job[] = Object.entries(CONSUMERS).map(([consumer, consume]) =>
  consumerJob(consumer, consume),
);
