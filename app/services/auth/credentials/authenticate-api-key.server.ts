import { Op } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { hasActiveOwner } from "#app/database/queries/active-owner.server.ts";
import { MINUTE } from "#app/lib/dates.ts";
import { sha256 } from "#app/lib/random.server.ts";
import { ApiKey, Workspace } from "#app/models/index.server.ts";
import type { Scope } from "#app/schemas/scopes.ts";

/** The prefix tells a key from an access token, and lets scanners find leaked ones. */
export const API_KEY_PREFIX = "att_";
const NOTED_EVERY_MS = MINUTE;

/**
 * A key's workspace and scopes. One query, never cached.
 * Null if unknown, revoked or expired, or while the workspace has no active owner.
 */
export async function authenticateApiKey(
  key: string,
): Promise<{ workspace: Workspace; scopes: Scope[] } | null> {
  const found = await retryRead(() =>
    ApiKey.findOne({
      where: { keyHash: sha256(key), revokedAt: null, [Op.and]: hasActiveOwner("ApiKey") },
      include: [{ model: Workspace, as: "workspace", required: true }],
    }),
  );
  const now = Date.now();
  if (!found?.workspace || (found.expiresAt && found.expiresAt.getTime() <= now)) return null;
  if (!found.lastUsedAt || now - found.lastUsedAt.getTime() > NOTED_EVERY_MS)
    await inTransaction((transaction) =>
      ApiKey.update(
        { lastUsedAt: new Date(now) },
        { where: { id: found.id, workspaceId: found.workspaceId }, transaction },
      ),
    );
  return { workspace: found.workspace, scopes: found.scopes.split(",") as Scope[] };
}
