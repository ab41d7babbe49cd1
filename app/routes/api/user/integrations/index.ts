import { z } from "zod";
import { del, endpoint, get, post } from "#app/http/api/endpoint.server.ts";
import { connectLimit } from "#app/http/limits/limits.server.ts";
import { Invalid, NotFound } from "#app/lib/errors.ts";
import type { Connection } from "#app/models/connection.server.ts";
import { presentIntegration } from "#app/presenters/connection.ts";
import { IntegrationInput, IntegrationResponse } from "#app/schemas/connections.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import { connectWithToken } from "#app/services/connections/connect-platform.server.ts";
import { getConnectionFacts } from "#app/services/connections/connection-facts.server.ts";
import { findConnection } from "#app/services/connections/connections.server.ts";
import { disconnectPlatform } from "#app/services/connections/disconnect-platform.server.ts";

const path = "/api/user/integrations";
const adPlatform = adPlatforms.primary.id;
const present = (connection: Connection) => presentIntegration(connection, getConnectionFacts(connection));

/** This call names the asset as Meta does. */
function namePixel(error: unknown): never {
  if (!(error instanceof Invalid)) throw error;
  throw new Invalid(
    error.errors.map(({ field, message }) => ({
      field: field === "assetId" ? "pixelId" : field,
      message,
    })),
  );
}

const handle = endpoint(
  get({
    path,
    summary: "Meta's connection, or null",
    description:
      "Meta's own call, as the product has had it from the beginning; GET /api/user/connections returns all ad platforms.",
    auth: "user",
    action: "connections:read",
    response: z.object({ integration: IntegrationResponse.nullable() }),
    run: async ({ workspace }) => {
      const connection = await findConnection(workspace.id, adPlatform);
      return { integration: connection && present(connection) };
    },
  }),
  post({
    path,
    summary: "Connect Meta, or replace its access token, once Meta has accepted it",
    description:
      "The token is checked at Meta first, and kept encrypted. Without a pixelId the token's only pixel is chosen. The call asks for a recent password.",
    auth: "user",
    action: "connections:write",
    needsRecentAuthentication: true,
    body: IntegrationInput,
    example: { provider: "meta", accessToken: "access-token-of-meta", pixelId: "1234567890123456" },
    bodyLimits: (_, { clientAddress }) => [connectLimit(clientAddress)],
    response: z.object({ integration: IntegrationResponse }),
    status: 201,
    errors: { 502: ["platform_unreachable"] },
    run: async ({ access, body: { accessToken, pixelId, testEventCode } }) => {
      const token = { accessToken, assetId: pixelId, testEventCode };
      const connecting = connectWithToken({ access, adPlatform, ...token });
      return { integration: present(await connecting.catch(namePixel)) };
    },
  }),
  del({
    path,
    summary: "Disconnect Meta; open deliveries wait until it is connected again",
    description:
      "The credential is deleted. Deliveries that wait are sent after connecting again, until their sendBefore.",
    auth: "user",
    action: "connections:write",
    status: 204,
    errors: { 404: ["not_found"] },
    run: async ({ access, workspace }) => {
      const connection = await findConnection(workspace.id, adPlatform);
      if (!connection) throw new NotFound("Integration");
      await disconnectPlatform({ access, connectionId: connection.id });
    },
  }),
);

export const loader = handle;
export const action = handle;
