import { primaryKey, string, stringOrNull, table, timestamp } from "#app/database/columns.server.ts";

/** Once a broker link led somebody on. Its id is what the broker has of it. */
export class LinkClick extends table("linkClicks", {
  id: primaryKey(string()),
  workspaceId: string(),
  linkId: string(),
  /** Of the browser; null where it asks not to be tracked. */
  visitId: stringOrNull(),
  /** What it is counted under, in its one form. */
  campaign: stringOrNull(),
  /** JSON: what the address said, and the page that led there. */
  arrival: stringOrNull(),
  createdAt: timestamp(),
}) {}
