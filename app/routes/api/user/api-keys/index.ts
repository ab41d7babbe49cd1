import { z } from "zod";
import { endpoint, get, post } from "#app/http/endpoint.server.ts";
import { presentApiKey } from "#app/presenters/api-key.ts";
import { ApiKeyAnswer, ApiKeyInput } from "#app/schemas/api-keys.ts";
import { createApiKey, listApiKeys } from "#app/services/accounts/own-api-keys.server.ts";

const path = "/api/user/api-keys";

const handle = endpoint(
  get({
    path,
    summary: "One's API keys, the newest first",
    auth: "user",
    answer: z.object({ apiKeys: z.array(ApiKeyAnswer) }),
    run: async ({ user }) => ({ apiKeys: (await listApiKeys(user.id)).map(presentApiKey) }),
  }),
  post({
    path,
    summary: "Make an API key; it is shown this once",
    auth: "user",
    needsFreshProof: true,
    body: ApiKeyInput,
    answer: z.object({ apiKey: ApiKeyAnswer, key: z.string() }),
    status: 201,
    refuses: { 409: "too_many_keys" },
    run: async ({ user, body }) => {
      const { apiKey, key } = await createApiKey({ userId: user.id, input: body });
      return { apiKey: presentApiKey(apiKey), key };
    },
  }),
);

export const loader = handle;
export const action = handle;
