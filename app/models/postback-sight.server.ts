import { primaryKey, string, table, timestamp } from "#app/database/columns.server.ts";

/** That a call came, so that it is known if it comes again. */
export class PostbackSight extends table("postbackSights", {
  /** A keyed hash of its broker and transaction, or of all that it said. */
  id: primaryKey(string()),
  workspaceId: string(),
  platformId: string(),
  expiresAt: timestamp(),
}) {}
