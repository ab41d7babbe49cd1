import { z } from "zod";
import { endpoint, get, post } from "#app/http/api/endpoint.server.ts";
import { connectLimit } from "#app/http/limits/limits.server.ts";
import type { Connection } from "#app/models/connection.server.ts";
import { presentConnection } from "#app/presenters/connection.ts";
import { ConnectionResponse, connectionInput } from "#app/schemas/connections.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import { changeAsset } from "#app/services/connections/change-asset.server.ts";
import { connectWithToken } from "#app/services/connections/connect-platform.server.ts";
import { getConnectionFacts } from "#app/services/connections/connection-facts.server.ts";
import { listConnections } from "#app/services/connections/connections.server.ts";

const path = "/api/user/connections";
const present = (connection: Connection) => presentConnection(connection, getConnectionFacts(connection));

const handle = endpoint(
  get({
    path,
    summary: "The connected ad platforms",
    description: "Credentials are never returned, only how a token ends.",
    auth: "user",
    action: "connections:read",
    response: z.object({ connections: z.array(ConnectionResponse) }),
    run: async ({ workspace }) => ({ connections: (await listConnections(workspace.id)).map(present) }),
  }),
  post({
    path,
    summary: "Connect an ad platform, or replace its credential, once the platform has accepted it",
    description:
      "The credential is checked at the ad platform first, and kept encrypted. Without an assetId the token's only asset is chosen. A platform that is signed in to, such as Google, is connected in the dashboard; here another asset of it can be chosen. The call asks for a recent password.",
    auth: "user",
    action: "connections:write",
    needsRecentAuthentication: true,
    body: connectionInput(
      adPlatforms.all().map(({ id, connect, needsAssetId, settingFields }) => ({
        id,
        connect: connect.kind,
        needsAssetId,
        settings: settingFields?.map(({ name }) => name),
      })),
    ),
    example: { provider: "meta", accessToken: "access-token-of-meta", assetId: "1234567890123456" },
    bodyLimits: (_, { clientAddress }) => [connectLimit(clientAddress)],
    response: z.object({ connection: ConnectionResponse }),
    status: 201,
    errors: { 409: ["not_authorized"], 502: ["platform_unreachable"] },
    run: async ({ access, body: { provider: adPlatform, managerId, windowDays, ...input } }) => {
      const target = { access, adPlatform, settings: { managerId, windowDays } };
      const connecting =
        input.accessToken === undefined
          ? changeAsset({ ...target, assetId: input.assetId ?? "" })
          : connectWithToken({ ...target, ...input, accessToken: input.accessToken });
      return { connection: present(await connecting) };
    },
  }),
);

export const loader = handle;
export const action = handle;
