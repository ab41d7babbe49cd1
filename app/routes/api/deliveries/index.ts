import { presentChanges, readChangeCursor } from "#app/http/api/changes.server.ts";
import { endpoint, get } from "#app/http/api/endpoint.server.ts";
import type { Delivery } from "#app/models/delivery.server.ts";
import { presentLoggedDelivery } from "#app/presenters/delivery.ts";
import { DeliveriesResponse, DeliveryListQuery } from "#app/schemas/deliveries.ts";
import { adPlatformName } from "#app/services/ad-platforms/registry.server.ts";
import { listChangedDeliveries, listDeliveries } from "#app/services/deliveries/list-deliveries.server.ts";

const handle = endpoint(
  get({
    path: "/api/deliveries",
    summary: "List your deliveries with their attempts, the newest first",
    description:
      "Ordered by time of creation, in pages. With updatedSince it lists what has changed since, the earliest change first.",
    auth: "user",
    action: "deliveries:read",
    query: DeliveryListQuery,
    response: DeliveriesResponse,
    run: async ({ workspace, query: { state, updatedSince, cursor: sent, ...query } }) => {
      const states = state ? [state] : undefined;
      const present = (delivery: Delivery) => presentLoggedDelivery(delivery, adPlatformName);
      const cursor = readChangeCursor(workspace.timeZone, { updatedSince, cursor: sent });
      if (cursor) {
        const filters = { ...query, states };
        const { deliveries, ...changes } = await listChangedDeliveries({ workspace, query: filters, cursor });
        const { limit } = query;
        const pagination = presentChanges({ count: deliveries.length, limit, ...changes });
        return { deliveries: deliveries.map(present), pagination };
      }
      const { deliveries, pagination } = await listDeliveries({ workspace, query: { ...query, states } });
      return {
        deliveries: deliveries.map(present),
        pagination,
      };
    },
  }),
);

export const loader = handle;
export const action = handle;
