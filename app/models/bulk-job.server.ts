import {
  id,
  integer,
  leaseColumns,
  string,
  stringOrNull,
  table,
  timestamp,
  timestampOrNull,
  withDefault,
} from "#app/database/columns.server.ts";

/**
 * One change of many submissions, in the background or at once: deciding, undoing a decision, or erasing a
 * person. Each submission is a `BulkJobItem`.
 */
export class BulkJob extends table("bulkJobs", {
  id: id(),
  workspaceId: string(),
  userId: stringOrNull(),
  /** Of the API key that started it, where none of the members did. */
  keyId: stringOrNull(),
  kind: string<"decide" | "undo" | "erase">(),
  /** The status with its reason and note, as JSON. Of an undo: the status that it takes back. */
  decision: string(),
  total: integer(),
  /** Of a decision by a statement. */
  statementId: stringOrNull(),
  /** How long the events of its claims wait before their first attempt. */
  holdSeconds: withDefault(integer(), 0),
  ...leaseColumns<"queued" | "done">(),
  createdAt: timestamp(),
  finishedAt: timestampOrNull(),
  /** When the decision was taken back. */
  undoneAt: timestampOrNull(),
  /** When its report was closed. */
  dismissedAt: timestampOrNull(),
}) {}
