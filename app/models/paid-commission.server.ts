import {
  id,
  integer,
  string,
  stringOrNull,
  table,
  timestamp,
  withDefault,
} from "#app/database/columns.server.ts";
import type { EvidenceSource } from "#app/lib/evidence.ts";
import type { PaidGrain } from "#app/lib/statements.ts";

/**
 * What a broker pays for a row of a statement, or says in a postback or an answer that it pays. It outlives its source
 * and holds no personal data: the client is a keyed hash. Unique is (statementId, matchingId, line). Amounts are
 * decimal text.
 */
export class PaidCommission extends table("paidCommissions", {
  id: id(),
  workspaceId: string(),
  platformId: string(),
  source: withDefault(string<EvidenceSource>(), "statement"),
  /** Of a postback or an answer, which goes before it. */
  brokerRowId: stringOrNull(),
  /** Null for other sources, and once the file has expired. */
  statementId: stringOrNull(),
  /** It counts once the statement names it. */
  matchingId: stringOrNull(),
  /** Empty for other sources. */
  fileName: string(),
  /** Of rows that two files have, the later file's count. When a postback or an answer came. */
  uploadedAt: timestamp(),
  /** 0 for other sources. */
  line: integer(),
  grain: string<PaidGrain>(),
  /** In the source's time zone; of a sum, its first day. */
  day: string(),
  /** Of a sum; null of what was stored before. */
  lastDay: stringOrNull(),
  /** The days that the file is of; null where it does not say it. */
  coversFrom: stringOrNull(),
  coversTo: stringOrNull(),
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
