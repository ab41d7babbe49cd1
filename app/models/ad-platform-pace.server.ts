import { primaryKey, string, stringOrNull, table, timestamp } from "#app/database/columns.server.ts";

/**
 * The pace of calls from one connection, or of all calls to a platform: `id` is the connection's or the
 * platform's.
 */
export class AdPlatformPace extends table("adPlatformPaces", {
  id: primaryKey(string()),
  connectionId: stringOrNull(),
  /** When the next call may be made. */
  nextAt: timestamp(),
}) {}
