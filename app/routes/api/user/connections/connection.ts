import { del, endpoint } from "#app/http/api/endpoint.server.ts";
import { idParams } from "#app/schemas/shared/params.ts";
import { disconnectPlatform } from "#app/services/connections/disconnect-platform.server.ts";

const handle = endpoint(
  del({
    path: "/api/user/connections/{id}",
    summary: "Disconnect an ad platform; open deliveries wait until it is connected again",
    description:
      "The credential is deleted. Deliveries that wait are sent after connecting again, until their sendBefore.",
    auth: "user",
    action: "connections:write",
    params: idParams("connection"),
    status: 204,
    errors: { 404: ["not_found"] },
    run: ({ access, params }) => disconnectPlatform({ access, connectionId: params.id }),
  }),
);

export const loader = handle;
export const action = handle;
