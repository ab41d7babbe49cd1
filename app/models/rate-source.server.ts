import { primaryKey, string, stringOrNull, table, timestampOrNull } from "#app/database/columns.server.ts";

/** The state of fetching the rates: one row, so that one process fetches at a time. */
export class RateSource extends table("rateSources", {
  id: primaryKey(string()),
  day: stringOrNull(),
  fetchedAt: timestampOrNull(),
  nextUpdateAt: timestampOrNull(),
  /** Until then no other process fetches: one is fetching, or the last attempt failed. */
  leaseUntil: timestampOrNull(),
  lastError: stringOrNull(),
}) {}
