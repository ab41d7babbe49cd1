import {
  integer,
  primaryKey,
  string,
  table,
  timestamp,
  timestampOrNull,
} from "#app/database/columns.server.ts";

/** A row of a statement that takes back what a claim reports. It outlives the file. */
export class ClaimReversal extends table("reversals", {
  submissionId: primaryKey(string()),
  statementId: primaryKey(string()),
  line: primaryKey(integer()),
  workspaceId: string(),
  fileName: string(),
  /** When the amount was taken back; null where the file has no time. */
  at: timestampOrNull(),
  createdAt: timestamp(),
}) {}
