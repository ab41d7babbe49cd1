import { z } from "zod";
import { endpoint, get } from "#app/http/api/endpoint.server.ts";
import { presentLoggedDelivery } from "#app/presenters/delivery.ts";
import { LoggedDeliveryResponse } from "#app/schemas/deliveries.ts";
import { idParams } from "#app/schemas/shared/params.ts";
import { adPlatformName } from "#app/services/ad-platforms/registry.server.ts";
import { getDelivery } from "#app/services/deliveries/list-deliveries.server.ts";

const handle = endpoint(
  get({
    path: "/api/deliveries/{id}",
    summary: "A delivery with what was sent, its identifiers hashed, and what came back",
    description: "Lists leave out request and response of an attempt; here they are.",
    auth: "user",
    action: "deliveries:read",
    params: idParams("delivery"),
    response: z.object({ delivery: LoggedDeliveryResponse }),
    errors: { 404: ["not_found"] },
    run: async ({ workspace, params }) => {
      const delivery = await getDelivery({ workspaceId: workspace.id, deliveryId: params.id });
      return { delivery: presentLoggedDelivery(delivery, adPlatformName) };
    },
  }),
);

export const loader = handle;
export const action = handle;
