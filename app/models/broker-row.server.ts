import { id, string, stringOrNull, table, timestamp } from "#app/database/columns.server.ts";
import type { EvidenceKind, EvidenceSource } from "#app/lib/evidence.ts";

/** What a broker said of one client in a postback or an answer. Unique is (platformId, source, onceKey). */
export class BrokerRow extends table("brokerRows", {
  id: id(),
  workspaceId: string(),
  platformId: string(),
  source: string<Exclude<EvidenceSource, "statement">>(),
  postbackId: stringOrNull(),
  connectionId: stringOrNull(),
  kind: string<EvidenceKind>(),
  /** As JSON, with what names the client. */
  facts: string(),
  /** Of what comes once, such as a transaction, as a keyed hash; null where nobody says what it is. */
  onceKey: stringOrNull(),
  receivedAt: timestamp(),
}) {}
