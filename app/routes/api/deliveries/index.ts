import { endpoint, get } from "#app/http/api/endpoint.server.ts";
import { presentLoggedDelivery } from "#app/presenters/delivery.ts";
import { DeliveriesQuery, DeliveriesResponse } from "#app/schemas/deliveries.ts";
import { adPlatformName } from "#app/services/ad-platforms/registry.server.ts";
import { listDeliveries } from "#app/services/deliveries/list-deliveries.server.ts";

const handle = endpoint(
  get({
    path: "/api/deliveries",
    summary: "List your deliveries with their attempts, the newest first",
    description: "Ordered by time of creation, in pages.",
    auth: "user",
    action: "deliveries:read",
    query: DeliveriesQuery,
    response: DeliveriesResponse,
    run: async ({ workspace, query: { state, ...query } }) => {
      const states = state ? [state] : undefined;
      const { deliveries, pagination } = await listDeliveries({ workspace, query: { ...query, states } });
      return {
        deliveries: deliveries.map((delivery) => presentLoggedDelivery(delivery, adPlatformName)),
        pagination,
      };
    },
  }),
);

export const loader = handle;
export const action = handle;
