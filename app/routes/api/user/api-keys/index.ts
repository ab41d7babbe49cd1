import { z } from "zod";
import { endpoint, get, post } from "#app/http/api/endpoint.server.ts";
import { presentApiKey } from "#app/presenters/api-key.ts";
import { ApiKeyInput, ApiKeyResponse } from "#app/schemas/api-keys.ts";
import { createApiKey, listApiKeys } from "#app/services/auth/credentials/manage-api-keys.server.ts";

const path = "/api/user/api-keys";

const handle = endpoint(
  get({
    path,
    summary: "One's API keys, the newest first",
    description:
      "The keys of the workspace that the call is made in, revoked and expired ones too, never the keys themselves.",
    auth: "user",
    action: "apiKeys:read",
    response: z.object({ apiKeys: z.array(ApiKeyResponse) }),
    run: async ({ workspace }) => ({ apiKeys: (await listApiKeys(workspace.id)).map(presentApiKey) }),
  }),
  post({
    path,
    summary: "Make an API key; it is shown this once",
    description:
      "The key reaches only the calls whose x-scope is among its scopes, and only this workspace. It is stored as a hash: save it now. The call asks for a recent password.",
    auth: "user",
    action: "apiKeys:write",
    needsRecentAuthentication: true,
    body: ApiKeyInput,
    example: { name: "CRM", scopes: ["submissions:read", "submissions:write"] },
    response: z.object({ apiKey: ApiKeyResponse, key: z.string() }),
    status: 201,
    errors: { 409: ["too_many_keys"] },
    run: async ({ user, access, body }) => {
      const { apiKey, key } = await createApiKey({ access, user, input: body });
      return { apiKey: presentApiKey(apiKey), key };
    },
  }),
);

export const loader = handle;
export const action = handle;
