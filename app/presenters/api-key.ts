import { iso } from "#app/lib/dates.ts";
import type { ApiKey } from "#app/models/api-key.server.ts";
import type { ApiKeyResponse } from "#app/schemas/api-keys.ts";
import { SCOPES } from "#app/schemas/scopes.ts";

/** An API key without its secret, which is shown only once. */
export function presentApiKey(apiKey: ApiKey): ApiKeyResponse {
  const allowed = new Set(apiKey.scopes.split(","));
  return {
    id: apiKey.id,
    name: apiKey.name,
    prefix: apiKey.prefix,
    createdBy: apiKey.createdBy?.name || apiKey.creatorName,
    scopes: SCOPES.filter((scope) => allowed.has(scope)),
    createdAt: apiKey.createdAt.toISOString(),
    lastUsedAt: iso(apiKey.lastUsedAt),
    expiresAt: iso(apiKey.expiresAt),
    revokedAt: iso(apiKey.revokedAt),
  };
}
