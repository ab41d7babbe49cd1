import { EventConsumption } from "#app/models/index.server.ts";
import { type ConsumeEvent, consumeEvent } from "#app/services/domain-events/consume-event.server.ts";
import type { ConsumerName } from "#app/services/domain-events/event-types.ts";
import { notifyOfConnection } from "#app/services/notifications/notify-of-connections.server.ts";
import { notifyOfDelivery } from "#app/services/notifications/notify-of-deliveries.server.ts";
import type { Job } from "./job.server.ts";
import { leaseJob } from "./lease-job.server.ts";

const CONSUMERS: Record<ConsumerName, ConsumeEvent> = {
  "connection-notifications": notifyOfConnection,
  "delivery-notifications": notifyOfDelivery,
};

/** The job of one consumer of domain events. Each has its own, so that none waits for another. */
export const consumerJob = (consumer: string, consume: ConsumeEvent): Job =>
  leaseJob({
    name: consumer,
    model: EventConsumption,
    where: { consumer, state: "queued" },
    limit: 20,
    parallel: 3,
    work: (lease) => consumeEvent(consume, lease),
  });

export const eventConsumers: Job[] = Object.entries(CONSUMERS).map(([consumer, consume]) =>
  consumerJob(consumer, consume),
);
