import type { ConsumeEvent } from "#app/services/domain-events/consume-event.server.ts";
import { groupKeyAt, notifyMembers } from "./notify.server.ts";

const TYPES = { "delivery.failed": "deliveryFailed", "delivery.expired": "deliveryExpired" } as const;

/** Notifies of an event that an ad platform will not get. Those within ten minutes are one notification. */
export const notifyOfDelivery: ConsumeEvent = async (event, transaction) => {
  if (event.type !== "delivery.failed" && event.type !== "delivery.expired") return;
  const { workspaceId, payload, createdAt } = event;
  const type = TYPES[event.type];
  const groupKey = groupKeyAt(type, workspaceId, createdAt);
  await notifyMembers({ workspaceId, type, payload, groupKey }, transaction);
};
