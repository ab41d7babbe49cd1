import { del, endpoint } from "#app/http/api/endpoint.server.ts";
import { idParams } from "#app/schemas/shared/params.ts";
import { revokeApiKey } from "#app/services/auth/credentials/manage-api-keys.server.ts";

const handle = endpoint(
  del({
    path: "/api/user/api-keys/{id}",
    summary: "Revoke an API key for ever",
    description: "Calls with the key are a 401 from then on. It stays in the list, with the time.",
    auth: "user",
    action: "apiKeys:write",
    params: idParams("key"),
    status: 204,
    errors: { 404: ["not_found"] },
    run: ({ access, params }) => revokeApiKey({ access, keyId: params.id }),
  }),
);

export const loader = handle;
export const action = handle;
