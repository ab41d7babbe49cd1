import { z } from "zod";
import { endpoint, post } from "#app/http/api/endpoint.server.ts";
import { presentLoggedDelivery } from "#app/presenters/delivery.ts";
import { LoggedDeliveryResponse } from "#app/schemas/deliveries.ts";
import { idParams } from "#app/schemas/shared/params.ts";
import { adPlatformName } from "#app/services/ad-platforms/registry.server.ts";
import { getDelivery } from "#app/services/deliveries/list-deliveries.server.ts";
import { resendDelivery } from "#app/services/deliveries/resend-delivery.server.ts";

const handle = endpoint(
  post({
    path: "/api/deliveries/{id}/resend",
    summary: "Send a failed delivery again, under the same event ID",
    description:
      "Only a delivery whose state is failed can be sent again, and only before its sendBefore. The attempt is made before the response, whose delivery says how it went.",
    auth: "user",
    action: "deliveries:write",
    params: idParams("delivery"),
    response: z.object({ delivery: LoggedDeliveryResponse }),
    errors: { 404: ["not_found"], 409: ["erased", "not_covered", "not_failed", "not_shared"] },
    run: async ({ access, workspace, params }) => {
      const one = { workspaceId: workspace.id, deliveryId: params.id };
      await resendDelivery({ access, deliveryId: params.id });
      return { delivery: presentLoggedDelivery(await getDelivery(one), adPlatformName) };
    },
  }),
);

export const loader = handle;
export const action = handle;
