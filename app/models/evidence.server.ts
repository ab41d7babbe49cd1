import {
  id,
  integerOrNull,
  string,
  stringOrNull,
  table,
  timestamp,
  timestampOrNull,
} from "#app/database/columns.server.ts";
import type { EvidenceGroup, EvidenceKind, EvidenceSource } from "#app/lib/evidence.ts";

/**
 * What a broker says of a claim, or of a client without one. What decided a claim outlives its source. Unique is
 * (decides, source).
 */
export class Evidence extends table("evidence", {
  id: id(),
  workspaceId: string(),
  platformId: string(),
  /** Null where no claim is the client's. */
  submissionId: stringOrNull(),
  source: string<EvidenceSource>(),
  kind: string<EvidenceKind>(),
  evidenceGroup: string<EvidenceGroup>(),
  /** What its rows say, in one currency; null where they say none or several. */
  amount: stringOrNull(),
  currency: stringOrNull(),
  lots: stringOrNull(),
  trades: integerOrNull(),
  turnover: stringOrNull(),
  revenue: stringOrNull(),
  commission: stringOrNull(),
  /** When it happened, the earliest where that is a time span; null where nobody says it. */
  at: timestampOrNull(),
  receivedAt: timestamp(),
  /** Sentences with their weights, as JSON. */
  reasons: string(),
  /** Null once the statement is deleted, and for other sources. */
  statementId: stringOrNull(),
  /** The matching that found it: one that the statement does not show is not shown either. */
  matchingId: stringOrNull(),
  /** Of the statement, as JSON. */
  lines: string(),
  postbackId: stringOrNull(),
  connectionId: stringOrNull(),
  /** Of the broker's rows that say it, the one that says most. */
  rowId: stringOrNull(),
  /** All of them, as JSON. */
  rowIds: stringOrNull(),
  /** Of what the rows say, so that the same evidence keeps its id. */
  digest: stringOrNull(),
  /** The claim whose decision rests on it; null while it decides nothing. */
  decides: stringOrNull(),
  decidedAt: timestampOrNull(),
  /** The bulk job that decided by it. */
  jobId: stringOrNull(),
  /** The account numbers of its rows, as JSON; null teaches none. */
  accounts: stringOrNull(),
  fileName: stringOrNull(),
  fileHash: stringOrNull(),
}) {}
