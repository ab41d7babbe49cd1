import { type Interval, isMoment } from "#app/lib/dates.ts";
import { nameClient } from "#app/services/client-facts/name-client.ts";
import {
  type ListedFact,
  NO_FIGURES,
  statedMoney,
  toMoney,
  toTraded,
} from "#app/services/client-facts/read-facts.ts";
import { isProving } from "../matching/proofs.ts";
import type { StatementRow } from "../matching/types.ts";
import { type DescribedRows, sumGrain } from "./describe-rows.ts";

/**
 * Lists what a file says of its clients with a date: money in and out, what they traded, and that they
 * qualified.
 */
export function* listClientFacts(
  rows: readonly StatementRow[],
  described: DescribedRows,
): Generator<ListedFact> {
  const { claimsOf, timeOf, coversFrom, coversTo } = described;
  for (const row of rows) {
    if (row.kind === "declined" || row.kind === "pending") continue;
    const submissionIds = claimsOf(row.line);
    // A row that names nobody is of its claim only.
    const client = nameClient(row) ?? (submissionIds[0] ? `claim ${submissionIds[0]}` : null);
    if (client === null) continue;
    for (const { at, ...said } of readRow(row, described)) {
      const time = timeOf(at);
      if (!time) continue;
      yield { ...said, ...time, line: row.line, client, submissionIds, coversFrom, coversTo };
    }
  }
}

type Said = Pick<
  ListedFact,
  "kind" | "grain" | "amount" | "currency" | "lots" | "trades" | "turnover" | "revenue"
> & { at: Interval | null };

function* readRow(row: StatementRow, { kind: fileKind, period, grainOf }: DescribedRows): Generator<Said> {
  const { at, traded } = row;
  const isOfClients = fileKind === "registrations";
  if (!isOfClients) {
    const money = readMoney(row);
    if (money) yield { ...NO_FIGURES, ...money, at, grain: grainOf(at) };
  }
  // In a list of clients the day of a row is that of the registration.
  const tradedAt = isOfClients ? null : at;
  const figures = traded && toTraded(traded);
  if (figures && (!isOfClients || period)) {
    const isExact = at !== null && fileKind === "transactions" && isMoment(at);
    const grain = isExact ? "transaction" : sumGrain(tradedAt ?? period?.at ?? null);
    yield { ...figures, kind: "trading", amount: null, currency: row.currency, at: tradedAt, grain };
  }
  if (traded?.qualifiedAt)
    yield {
      ...NO_FIGURES,
      kind: "qualification",
      amount: null,
      currency: null,
      at: traded.qualifiedAt,
      grain: "transaction",
    };
}

function readMoney(row: StatementRow) {
  const { kind } = row;
  if (kind === "withdrawal" || kind === "reversal") return toMoney(kind, statedMoney(row));
  return isProving(kind) ? toMoney("deposit", statedMoney(row)) : null;
}
