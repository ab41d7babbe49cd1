import { del, endpoint, get, post } from "#app/http/api/endpoint.server.ts";
import { presentBrokerConnection } from "#app/presenters/broker-connection.ts";
import {
  BrokerConnectionInput,
  BrokerConnectionParams,
  OneBrokerConnectionResponse,
} from "#app/schemas/broker-connections.ts";
import { isProven } from "#app/services/auth/sessions/sessions.server.ts";
import {
  connectBroker,
  disconnectBroker,
  findBrokerConnection,
} from "#app/services/brokers/connections/manage-connections.server.ts";

const path = "/api/affiliate/{platformId}/connection";

const handle = endpoint(
  get({
    path,
    summary: "Whether a broker's API is asked, and how it answers",
    description: "Where none is connected, `connection` is null. Credentials are in no response.",
    auth: "user",
    action: "brokers:write",
    memberAction: "brokers:read",
    params: BrokerConnectionParams,
    response: OneBrokerConnectionResponse,
    errors: { 404: ["not_found"] },
    run: async ({ workspace, params: { platformId } }) => {
      const found = await findBrokerConnection({ workspaceId: workspace.id, platformId });
      return { connection: found && presentBrokerConnection(found) };
    },
  }),
  post({
    path,
    summary: "Connect a broker's API, or give it another credential",
    description:
      "The broker is asked whether it takes the credential, which is stored encrypted and never shown again. Claims that wait are asked about at once. For owners with a sign-in only; a login of Exness needs a password or provider sign-in of the last 15 minutes, because it can do more than read.",
    auth: "user",
    action: "workspace:write",
    params: BrokerConnectionParams,
    body: BrokerConnectionInput,
    example: { kind: "bybit", credentials: { apiKey: "sandbox-key", apiSecret: "sandbox-secret" } },
    response: OneBrokerConnectionResponse,
    errors: {
      403: ["reauthentication_required"],
      404: ["not_found"],
      502: ["platform_unreachable"],
    },
    run: async ({ access, session, params: { platformId }, body }) => {
      const { kind, credentials } = body;
      const connecting = { access, platformId, kind, credentials, isProven: isProven(session) };
      return { connection: presentBrokerConnection(await connectBroker(connecting)) };
    },
  }),
  del({
    path,
    summary: "Disconnect a broker's API",
    description: "Its credential is deleted. What it found stays.",
    auth: "user",
    action: "workspace:write",
    params: BrokerConnectionParams,
    status: 204,
    errors: { 404: ["not_found"] },
    run: async ({ access, params: { platformId } }) => disconnectBroker({ access, platformId }),
  }),
);

export const loader = handle;
export const action = handle;
