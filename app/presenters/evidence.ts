import Decimal from "decimal.js-light";
import { iso } from "#app/lib/dates.ts";
import { pick } from "#app/lib/objects.ts";
import type { Evidence } from "#app/models/evidence.server.ts";
import type { EvidencePieceResponse } from "#app/schemas/evidence.ts";

type Said = Pick<
  Evidence,
  | "id"
  | "submissionId"
  | "platformId"
  | "source"
  | "kind"
  | "evidenceGroup"
  | "amount"
  | "currency"
  | "lots"
  | "trades"
  | "turnover"
  | "revenue"
  | "commission"
  | "at"
  | "receivedAt"
  | "reasons"
  | "decides"
  | "statementId"
  | "lines"
  | "postbackId"
  | "connectionId"
>;

const PLAIN = ["id", "submissionId", "platformId", "source", "kind", "currency", "trades"] as const;

/** Decimals without the zeros that the database adds. */
const toDecimal = (amount: string | null) => (amount === null ? null : new Decimal(amount).toFixed());

/** What a broker says of a claim, or of a client without one. */
export const presentEvidence = (said: Said): EvidencePieceResponse => ({
  ...pick(said, PLAIN),
  group: said.evidenceGroup,
  amount: toDecimal(said.amount),
  lots: toDecimal(said.lots),
  turnover: toDecimal(said.turnover),
  revenue: toDecimal(said.revenue),
  commission: toDecimal(said.commission),
  at: iso(said.at),
  receivedAt: said.receivedAt.toISOString(),
  reasons: JSON.parse(said.reasons),
  decides: said.decides !== null,
  ...(said.source === "statement" ? { lines: JSON.parse(said.lines) as number[] } : {}),
  ...(said.statementId ? { statementId: said.statementId } : {}),
  ...(said.postbackId ? { postbackId: said.postbackId } : {}),
  ...(said.connectionId ? { connectionId: said.connectionId } : {}),
});
