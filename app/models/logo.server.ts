import { bytes, primaryKey, string, table, timestamp } from "#app/database/columns.server.ts";

/** A picture of ours, made from what an owner uploaded. `hash` is its public name. */
export class Logo extends table("logos", {
  hash: primaryKey(string()),
  workspaceId: string(),
  mediaType: string(),
  content: bytes(),
  createdAt: timestamp(),
}) {}
