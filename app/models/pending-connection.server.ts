import { primaryKey, string, table, timestamp } from "#app/database/columns.server.ts";

/**
 * A credential that the ad platform accepted, until its owner has chosen the asset. It is encrypted like a
 * connection's and belongs to one session.
 */
export class PendingConnection extends table("pendingConnections", {
  id: primaryKey(string()),
  workspaceId: string(),
  sessionId: string(),
  adPlatform: string(),
  credential: string(),
  /** JSON: the assets to choose from. */
  assets: string(),
  expiresAt: timestamp(),
}) {}
