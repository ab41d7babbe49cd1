import {
  integer,
  primaryKey,
  string,
  stringOrNull,
  table,
  timestamp,
  timestampOrNull,
} from "#app/database/columns.server.ts";

/** The last run of a job, of all processes, and the lease of one that a single process runs at a time. */
export class JobRun extends table("jobRuns", {
  name: primaryKey(string()),
  startedAt: timestamp(),
  durationMs: integer(),
  /** The name of its error; null if it went well. */
  error: stringOrNull(),
  lastSuccessAt: timestampOrNull(),
  /** When it may run again; while it runs, when its lease expires. */
  dueAt: timestampOrNull(),
  leaseToken: stringOrNull(),
  /** A month: the job has dealt with what is before it. */
  mark: stringOrNull(),
}) {}
