import type { ApiKey } from "#app/models/api-key.server.ts";
import type { ApiKeyAnswer } from "#app/schemas/api-keys.ts";
import { SCOPES } from "#app/schemas/scopes.ts";

const iso = (at: Date | null | undefined) => at?.toISOString() ?? null;

/** A key as its owner sees it after it was shown once. */
export function presentApiKey(apiKey: ApiKey): ApiKeyAnswer {
  const allowed = new Set(apiKey.scopes.split(","));
  return {
    id: apiKey.id,
    name: apiKey.name,
    prefix: apiKey.prefix,
    scopes: SCOPES.filter((scope) => allowed.has(scope)),
    createdAt: apiKey.createdAt.toISOString(),
    lastUsedAt: iso(apiKey.lastUsedAt),
    expiresAt: iso(apiKey.expiresAt),
    revokedAt: iso(apiKey.revokedAt),
  };
}
