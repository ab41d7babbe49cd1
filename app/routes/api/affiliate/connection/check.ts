import { endpoint, post } from "#app/http/api/endpoint.server.ts";
import { presentBrokerConnection } from "#app/presenters/broker-connection.ts";
import { BrokerConnectionParams, CheckedBrokerResponse } from "#app/schemas/broker-connections.ts";
import { checkBroker } from "#app/services/brokers/connections/check-broker.server.ts";

const handle = endpoint(
  post({
    path: "/api/affiliate/{platformId}/connection/check",
    summary: "Check the whole way to a broker's API",
    description:
      "Asks the broker once, and changes nothing there. A refused connection whose credential is taken again goes on. For owners with a sign-in only.",
    auth: "user",
    action: "workspace:write",
    params: BrokerConnectionParams,
    response: CheckedBrokerResponse,
    errors: { 404: ["not_found"] },
    run: async ({ access, params: { platformId } }) => {
      const { connection, checks } = await checkBroker({ access, platformId });
      return { connection: presentBrokerConnection(connection), checks };
    },
  }),
);

export const loader = handle;
export const action = handle;
