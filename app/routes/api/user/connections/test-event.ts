import { endpoint, post } from "#app/http/api/endpoint.server.ts";
import { connectLimit } from "#app/http/limits/limits.server.ts";
import { presentTestEvent } from "#app/presenters/connection.ts";
import { TestEventQuery, TestEventResponse } from "#app/schemas/connections.ts";
import { idParams } from "#app/schemas/shared/params.ts";
import { sendTestEvent } from "#app/services/connections/test-event.server.ts";

const handle = endpoint(
  post({
    path: "/api/user/connections/{id}/test-event",
    summary: "Send a test event to an ad platform and show what it responds",
    description:
      "The event carries the identifiers of whoever calls and is marked as a test. Nothing is stored, and it counts in no figure.",
    auth: "user",
    action: "connections:write",
    params: idParams("connection"),
    query: TestEventQuery,
    bodyLimits: (_, { clientAddress }) => [connectLimit(clientAddress)],
    response: TestEventResponse,
    errors: { 404: ["not_found"], 502: ["platform_unreachable"] },
    run: async ({ user, workspace, params, query, request }) =>
      presentTestEvent(
        await sendTestEvent({
          workspace,
          connectionId: params.id,
          tester: { email: user.email, ip: request.clientAddress, userAgent: request.header("user-agent") },
          testEventCode: query.testEventCode ?? null,
        }),
      ),
  }),
);

export const loader = handle;
export const action = handle;
