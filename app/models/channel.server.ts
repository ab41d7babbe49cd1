import {
  boolean,
  integer,
  primaryKey,
  string,
  stringOrNull,
  table,
  timestampOrNull,
  withDefault,
} from "#app/database/columns.server.ts";

/** How a way out works that all messages of its kind share, as the mail server does. Missing until it fails once. */
export class Channel extends table("channels", {
  name: primaryKey(string<"mail">()),
  /** In a row. */
  failureCount: withDefault(integer(), 0),
  pausedUntil: timestampOrNull(),
  /** Whether one message is tried now: `pausedUntil` is the end of its lease. */
  isProbed: withDefault(boolean(), false),
  lastError: stringOrNull(),
}) {}
