import {
  id,
  integer,
  integerOrNull,
  string,
  stringOrNull,
  table,
  timestamp,
} from "#app/database/columns.server.ts";
import type { ClientFactGrain, ClientFactKind, EvidenceSource } from "#app/lib/evidence.ts";

/**
 * What a broker says of one client on a day or in a period. It outlives its file or row and holds no personal data:
 * the client is a keyed hash. Unique is (statementId, matchingId, line, kind). Amounts are decimal text.
 */
export class ClientFact extends table("clientFacts", {
  id: id(),
  workspaceId: string(),
  platformId: string(),
  source: string<EvidenceSource>(),
  kind: string<ClientFactKind>(),
  /** Null for other sources, and once the file has expired. */
  statementId: stringOrNull(),
  /** It counts once the statement names it. */
  matchingId: stringOrNull(),
  /** Of a postback or an answer, which goes before it. */
  brokerRowId: stringOrNull(),
  /** Of the file; 0 for other sources. */
  line: integer(),
  /** Of what two files say, the later file's counts. */
  receivedAt: timestamp(),
  grain: string<ClientFactGrain>(),
  /** In the source's time zone; of a sum, its first day. */
  day: string(),
  /** Of a sum. */
  lastDay: stringOrNull(),
  atFrom: timestamp(),
  atTo: timestamp(),
  /** The days that the file is of; null where it does not say it. */
  coversFrom: stringOrNull(),
  coversTo: stringOrNull(),
  clientHash: string(),
  /** The claims that matching found in it, whatever their status, as JSON. */
  submissionIds: string(),
  /** Of what goes out or is taken back, without a sign. */
  amount: stringOrNull(),
  currency: stringOrNull(),
  lots: stringOrNull(),
  trades: integerOrNull(),
  turnover: stringOrNull(),
  revenue: stringOrNull(),
}) {}
