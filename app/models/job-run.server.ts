import {
  integer,
  primaryKey,
  string,
  stringOrNull,
  table,
  timestamp,
  timestampOrNull,
} from "#app/database/columns.server.ts";

/** The last run of a job, of all processes. */
export class JobRun extends table("jobRuns", {
  name: primaryKey(string()),
  startedAt: timestamp(),
  durationMs: integer(),
  /** The name of its error; null if it went well. */
  error: stringOrNull(),
  lastSuccessAt: timestampOrNull(),
}) {}
