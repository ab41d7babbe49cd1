import { del, endpoint } from "#app/http/api/endpoint.server.ts";
import { IdParams } from "#app/schemas/shared/params.ts";
import { revokeApiKey } from "#app/services/auth/credentials/manage-api-keys.server.ts";

const handle = endpoint(
  del({
    path: "/api/user/api-keys/{id}",
    summary: "Revoke an API key for ever",
    auth: "user",
    action: "apiKeys:write",
    params: IdParams,
    status: 204,
    errors: { 404: ["not_found"] },
    run: ({ access, params }) => revokeApiKey({ access, keyId: params.id }),
  }),
);

export const loader = handle;
export const action = handle;
