import { id, integer, string, stringOrNull, table, timestamp } from "#app/database/columns.server.ts";
import type { PaidGrain } from "#app/lib/statements.ts";

/**
 * What a broker pays for a row of a statement. It outlives the file and holds no personal data: the client is a
 * keyed hash. Unique is (statementId, matchingId, line). Amounts are decimal text.
 */
export class PaidCommission extends table("paidCommissions", {
  id: id(),
  workspaceId: string(),
  platformId: string(),
  /** Null once the file has expired. */
  statementId: stringOrNull(),
  /** It counts once the statement names it. */
  matchingId: stringOrNull(),
  fileName: string(),
  /** Of rows that two files have, the later file's count. */
  uploadedAt: timestamp(),
  line: integer(),
  grain: string<PaidGrain>(),
  /** In the file's time zone; of a sum, its first day. */
  day: string(),
  clientHash: string(),
  /** The claims that matching found in the row, whatever their status, as JSON. */
  submissionIds: string(),
  /** Gross. */
  amount: stringOrNull(),
  fee: stringOrNull(),
  currency: stringOrNull(),
  /** Below zero where the broker takes it back. */
  paid: string(),
  /** Null where the file does not say it. */
  paidCurrency: stringOrNull(),
}) {}
