import { someAreDue } from "#app/database/leases.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import { EventConsumption } from "#app/models/index.server.ts";
import { askAboutClaims } from "#app/services/brokers/connections/questions.server.ts";
import { type ConsumeEvent, consumeEvent } from "#app/services/domain-events/consume-event.server.ts";
import {
  type ConsumeTogether,
  consumeTogether,
} from "#app/services/domain-events/consume-together.server.ts";
import type { ConsumerName, JointConsumerName } from "#app/services/domain-events/event-types.ts";
import { noticeClaims } from "#app/services/evidence/key-claims.server.ts";
import { notifyOfNewClaims } from "#app/services/notifications/notify-of-claims.server.ts";
import { notifyOfConnection } from "#app/services/notifications/notify-of-connections.server.ts";
import { notifyOfDelivery } from "#app/services/notifications/notify-of-deliveries.server.ts";
import { notifyOfRule } from "#app/services/notifications/notify-of-rules.server.ts";
import { noticeEvidence } from "#app/services/rules/notice-evidence.server.ts";
import { noticeLaterClaims } from "#app/services/statements/later-claims.server.ts";
import { noticeDoors } from "#app/services/telegram/doors/mark-claims.server.ts";
import { noticeWorth } from "#app/services/worth/work-on-worth.server.ts";
import type { Job } from "./job.server.ts";
import { leaseJob } from "./lease-job.server.ts";
import { singleJob } from "./single-job.server.ts";

const CONSUMERS: Record<Exclude<ConsumerName, JointConsumerName>, ConsumeEvent> = {
  "connection-notifications": notifyOfConnection,
  "delivery-notifications": notifyOfDelivery,
  "rule-notifications": notifyOfRule,
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

/** The job of a consumer that takes the events of a second together. */
const jointJob = (name: string, consumer: JointConsumerName, consume: ConsumeTogether): Job =>
  singleJob({
    name,
    everyMs: SECOND,
    run: () => consumeTogether(consumer, consume),
    isDue: () => someAreDue(EventConsumption, { consumer, state: "queued" }),
  });

export const jointConsumers: Job[] = [
  jointJob("new claims", "new-claims", notifyOfNewClaims),
  jointJob("later claims", "later-claims", noticeLaterClaims),
  jointJob("rules", "rules", noticeEvidence),
  jointJob("doors of claims", "doors-of-claims", noticeDoors),
  jointJob("claims of running statements", "claims-of-running-statements", noticeClaims),
  jointJob("worth of claims", "worths", noticeWorth),
  jointJob("claims of broker APIs", "claims-of-broker-apis", askAboutClaims),
];
