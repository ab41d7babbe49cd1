import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { MINUTE } from "#app/lib/dates.ts";
import { sha256 } from "#app/lib/random.server.ts";
import { ApiKey, User } from "#app/models/index.server.ts";
import type { Scope } from "#app/schemas/scopes.ts";

/** The prefix tells a key from an access token, and lets scanners find leaked ones. */
export const API_KEY_PREFIX = "att_";
const NOTED_EVERY_MS = MINUTE;

/** The owner and scopes of a key: one indexed query, never cached. Null if unknown, revoked, expired or deactivated. */
export async function authenticateApiKey(key: string): Promise<{ user: User; scopes: Scope[] } | null> {
  const found = await retryRead(() =>
    ApiKey.findOne({
      where: { keyHash: sha256(key), revokedAt: null },
      include: [{ model: User, as: "user", required: true }],
    }),
  );
  const now = Date.now();
  if (!found?.user?.isActive || (found.expiresAt && found.expiresAt.getTime() <= now)) return null;
  if (!found.lastUsedAt || now - found.lastUsedAt.getTime() > NOTED_EVERY_MS)
    await inTransaction((transaction) =>
      ApiKey.update({ lastUsedAt: new Date(now) }, { where: { id: found.id }, transaction }),
    );
  return { user: found.user, scopes: found.scopes.split(",") as Scope[] };
}
