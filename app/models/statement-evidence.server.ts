import { primaryKey, string, stringOrNull, table, timestamp } from "#app/database/columns.server.ts";

/** The statement that decided a claim. It outlives the file. */
export class StatementEvidence extends table("statementEvidence", {
  submissionId: primaryKey(string()),
  /** Null once the statement is deleted. */
  statementId: stringOrNull(),
  workspaceId: string(),
  /** The bulk job that decided it. */
  jobId: stringOrNull(),
  fileName: string(),
  fileHash: string(),
  /** As JSON. */
  lines: string(),
  /** The sentences that it rests on, as JSON. */
  reasons: string(),
  /** The account numbers of its lines, as JSON; null teaches none. */
  accounts: stringOrNull(),
  createdAt: timestamp(),
}) {}
