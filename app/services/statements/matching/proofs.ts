import Decimal from "decimal.js-light";
import { DAY, middleOf } from "#app/lib/dates.ts";
import { CONVERSION_ACTIONS, type ConversionAction } from "#app/lib/domain.ts";
import type { RowKind } from "#app/lib/statements.ts";
import { EQUAL, NEAR } from "./amount.ts";
import type { Client } from "./clients.ts";
import type { FileFacts, StatementRow } from "./types.ts";

/** What a row can prove: a transaction one claim, a sum several. */
export type Proof = {
  client: Client;
  row: StatementRow;
  line: number;
  action: ConversionAction | null;
  isSum: boolean;
  /** Of one transaction only, as a file of sums may say. */
  isSingle: boolean;
  gross: Decimal | null;
  /** For rough comparisons of many rows. */
  grossNumber: number;
  net: Decimal | null;
  fee: Decimal | null;
  converted: Decimal | null;
  /** In milliseconds; null where the file has no time. */
  from: number | null;
  to: number | null;
  /** The row that takes it back. */
  takenBack: { line: number; at: Date | null } | null;
  /** The line that takes the same amount out, and perhaps this deposit back. */
  takenOutBy: number | null;
  /** Only the row that takes it back is in the file. */
  isElsewhere: boolean;
  /** The other file of the broker that it is in; null for this one. */
  neighbour: string | null;
  /** Of a running statement. */
  joined?: JoinedRows;
};

/** The rows of one deposit. */
export type JoinedRows = {
  /** What other sources say of the same money. */
  same: Proof[];
  /** The totals that it is in. */
  totals: StatementRow[];
  /** Why it can't make a match certain. */
  doubt: string | null;
  /** It is certain for claims of this time's window only: before it the total may be of other deposits. */
  since: number | null;
};

/** Whether a row can prove a claim: of an action, or of none that is named. */
export const isProving = (kind: RowKind | null): kind is ConversionAction | null =>
  kind === null || CONVERSION_ACTIONS.some((action) => action === kind);

const decimal = (text: string | null) => (text === null ? null : new Decimal(text));
const positive = (text: string | null) => {
  const value = decimal(text);
  return value?.gt(0) ? value : null;
};

/** What a row of this file, or of another one of the broker, may prove. */
export function toProof(
  client: Client,
  row: StatementRow,
  file: { kind: FileFacts["kind"]; period: FileFacts["period"] },
  neighbour: string | null = null,
): Proof | null {
  const gross = decimal(row.amount);
  if (!isProving(row.kind) || gross?.lte(0)) return null;
  const at = row.at ?? file.period;
  return {
    client,
    row,
    line: row.line,
    action: row.kind,
    isSum: file.kind === "sums",
    isSingle: file.kind !== "sums" || row.count === 1,
    gross,
    grossNumber: gross?.toNumber() ?? 0,
    net: positive(row.net),
    fee: decimal(row.fee)?.abs() ?? null,
    converted: positive(row.convertedAmount),
    from: at ? +at.from : null,
    to: at ? +at.to : null,
    takenBack: null,
    takenOutBy: null,
    isElsewhere: false,
    neighbour,
  };
}

/**
 * Marks what later rows take back: the same amount before them, with or without a fee, the latest first; one with
 * another fee, where only one is near.
 */
export function takeBack(client: Client, rows: readonly StatementRow[] = client.rows): void {
  const reversals = rows
    .filter(({ kind }) => kind === "reversal")
    .sort((a, b) => (a.at ? +a.at.to : 0) - (b.at ? +b.at.to : 0));
  for (const row of reversals) {
    const amount = decimal(row.amount)?.abs() ?? null;
    const until = row.at ? +row.at.to : null;
    const earlier = client.proofs
      .filter(
        ({ takenBack, from, row: { currency } }) =>
          takenBack === null &&
          (until === null || from === null || from <= until) &&
          (currency === null || row.currency === null || currency === row.currency),
      )
      .sort((a, b) => (b.from ?? 0) - (a.from ?? 0));
    const takesBack = ({ gross, net, fee }: Proof, share: number) =>
      amount?.gt(0) &&
      [gross, net, fee && gross?.sub(fee)].some((figure) => figure?.sub(amount).abs().lte(amount.mul(share)));
    const near = earlier.filter((proof) => takesBack(proof, NEAR));
    const proof =
      amount === null
        ? earlier[0]
        : (earlier.find((one) => takesBack(one, EQUAL)) ?? (near.length === 1 ? near[0] : undefined));
    const takenBack = { line: row.line, at: row.at && middleOf(row.at) };
    // Of several of one amount, nobody knows which.
    for (const one of earlier) if (takesBack(one, EQUAL)) one.takenOutBy = row.line;
    if (proof && !proof.isSum) proof.takenBack = takenBack;
    else
      client.proofs.push({
        client,
        row,
        line: row.line,
        action: null,
        isSum: false,
        isSingle: true,
        gross: amount,
        grossNumber: amount?.toNumber() ?? 0,
        net: null,
        fee: null,
        converted: positive(row.convertedAmount),
        takenBack,
        takenOutBy: null,
        // What it takes back was at any time before it.
        from: until === null ? null : until - TAKEN_BACK_WITHIN,
        to: until,
        isElsewhere: true,
        neighbour: null,
      });
  }
}

const TAKEN_BACK_WITHIN = 180 * DAY;

/**
 * Where no word says what it is, an amount below zero is a withdrawal or takes back the deposit of this
 * amount.
 */
export function markTakenOut({ rows, proofs }: Client): void {
  const latest = new Map<string, { line: number; until: number }>();
  const keyOf = (amount: Decimal, currency: string | null) => `${amount.abs().toFixed(2)} ${currency}`;
  for (const { kind, amount, at, currency, line } of rows) {
    const value = isProving(kind) || kind === "other" ? decimal(amount) : null;
    if (!value?.lt(0)) continue;
    const key = keyOf(value, currency);
    const until = at ? +at.to : Number.POSITIVE_INFINITY;
    if (until >= (latest.get(key)?.until ?? 0)) latest.set(key, { line, until });
  }
  if (latest.size === 0) return;
  for (const proof of proofs) {
    const taken = proof.gross && latest.get(keyOf(proof.gross, proof.row.currency));
    if (taken && (proof.from ?? 0) <= taken.until) proof.takenOutBy = taken.line;
  }
}
