import { integer, primaryKey, string, table, timestamp } from "#app/database/columns.server.ts";

/** The count of one key against a rate limit. `id` is a keyed hash: the key can be an address. */
export class LimitCount extends table("limitCounts", {
  id: primaryKey(string()),
  points: integer(),
  /** When the window ends, and the count starts again. */
  expiresAt: timestamp(),
}) {}
