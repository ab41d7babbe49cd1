import { endpoint, post } from "#app/http/api/endpoint.server.ts";
import { connectLimit } from "#app/http/limits/limits.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { presentTestEvent } from "#app/presenters/connection.ts";
import { TestEventQuery, TestEventResponse } from "#app/schemas/connections.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import { findConnection } from "#app/services/connections/connections.server.ts";
import { sendTestEvent } from "#app/services/connections/test-event.server.ts";

const handle = endpoint(
  post({
    path: "/api/user/integrations/test-event",
    summary: "Send a test event to Meta and show what it responds",
    description:
      "The event carries the identifiers of whoever calls and is marked as a test. Nothing is stored, and it counts in no figure.",
    auth: "user",
    action: "connections:write",
    query: TestEventQuery,
    bodyLimits: (_, { clientAddress }) => [connectLimit(clientAddress)],
    response: TestEventResponse,
    errors: { 404: ["not_found"], 502: ["platform_unreachable"] },
    run: async ({ user, workspace, query, request }) => {
      const connection = await findConnection(workspace.id, adPlatforms.primary.id);
      if (!connection) throw new NotFound("Integration");
      return presentTestEvent(
        await sendTestEvent({
          workspace,
          connectionId: connection.id,
          tester: { email: user.email, ip: request.clientAddress, userAgent: request.header("user-agent") },
          testEventCode: query.testEventCode ?? null,
        }),
      );
    },
  }),
);

export const loader = handle;
export const action = handle;
