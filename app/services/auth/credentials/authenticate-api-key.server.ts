import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { validApiKey } from "#app/database/queries/valid-rights.server.ts";
import { MINUTE } from "#app/lib/dates.ts";
import { sha256 } from "#app/lib/random.server.ts";
import { ApiKey, Workspace } from "#app/models/index.server.ts";
import type { Scope } from "#app/schemas/scopes.ts";

/** The prefix tells a key from an access token, and lets scanners find leaked ones. */
export const API_KEY_PREFIX = "att_";
const NOTED_EVERY_MS = MINUTE;

/**
 * A key with its workspace and scopes. One query, never cached.
 * Null if unknown, revoked or expired, or while the workspace has no active owner.
 */
export async function authenticateApiKey(
  key: string,
): Promise<{ keyId: string; workspace: Workspace; scopes: Scope[] } | null> {
  const found = await retryRead(() =>
    ApiKey.findOne({
      where: { keyHash: sha256(key), ...validApiKey() },
      include: [{ model: Workspace, as: "workspace", required: true }],
    }),
  );
  const now = Date.now();
  if (!found?.workspace) return null;
  if (!found.lastUsedAt || now - found.lastUsedAt.getTime() > NOTED_EVERY_MS)
    await inTransaction((transaction) =>
      ApiKey.update(
        { lastUsedAt: new Date(now) },
        { where: { id: found.id, workspaceId: found.workspaceId }, transaction },
      ),
    );
  return { keyId: found.id, workspace: found.workspace, scopes: found.scopes.split(",") as Scope[] };
}
