import type { Transaction } from "sequelize";
import type { DeliveryState } from "#app/lib/event-state.ts";
import type { Delivery } from "#app/models/index.server.ts";
import { recordEvents } from "#app/services/domain-events/record-events.server.ts";

const EVENT_TYPES = {
  sent: "delivery.sent",
  failed: "delivery.failed",
  expired: "delivery.expired",
} as const;

const isReported = (state: DeliveryState): state is keyof typeof EVENT_TYPES => state in EVENT_TYPES;

/** Records the domain events of deliveries whose new state is final, in the transaction that changes it. */
export async function recordDeliveryEvents(
  deliveries: Pick<Delivery, "id" | "workspaceId" | "submissionId" | "adPlatform">[],
  state: DeliveryState,
  transaction: Transaction,
): Promise<void> {
  if (!isReported(state)) return;
  const type = EVENT_TYPES[state];
  await recordEvents(
    deliveries.map(({ id, workspaceId, submissionId, adPlatform }) => ({
      type,
      workspaceId,
      subjectId: id,
      payload: { submissionId, adPlatform },
    })),
    transaction,
  );
}
