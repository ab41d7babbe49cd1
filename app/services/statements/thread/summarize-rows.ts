import Decimal from "decimal.js-light";
import type { EvidenceKind } from "#app/lib/evidence.ts";
import type { FileFacts, StatementRow } from "../matching/types.ts";

/** What the rows of a match say, as it is stored. */
export type EvidenceFacts = {
  kind: EvidenceKind;
  amount: string | null;
  currency: string | null;
  commission: string | null;
  lots: string | null;
  trades: number | null;
  turnover: string | null;
  revenue: string | null;
  at: Date | null;
};

/** Sums are of one currency: rows in several have none. */
export function summarizeRows(rows: readonly StatementRow[], fileKind: FileFacts["kind"]): EvidenceFacts {
  const currencies = new Set(rows.flatMap(({ amount, currency }) => (amount === null ? [] : [currency])));
  const [currency = null] = currencies.size === 1 ? currencies : [];
  const payments = new Set(
    rows.flatMap(({ commission, commissionCurrency }) => (commission === null ? [] : [commissionCurrency])),
  );
  const times = rows.flatMap(({ at }) => at?.from ?? []);
  return {
    kind: kindOf(rows, fileKind),
    amount: currency === null ? null : addUp(rows.map(({ amount }) => amount)),
    currency,
    commission: payments.size === 1 ? addUp(rows.map(({ commission }) => commission)) : null,
    ...summarizeTraded(rows),
    at: times.length > 0 ? new Date(Math.min(...times.map(Number))) : null,
  };
}

/** What several rows say together; null where none says it. */
function summarizeTraded(rows: readonly StatementRow[]) {
  const sum = (name: "lots" | "turnover" | "revenue") => {
    const figures = rows.flatMap(({ traded }) => traded?.[name] ?? []);
    return figures.length > 0 ? addUp(figures) : null;
  };
  const trades = rows.flatMap(({ traded }) => traded?.trades ?? []);
  return {
    lots: sum("lots"),
    trades: trades.length > 0 ? trades.reduce((all, one) => all + one, 0) : null,
    turnover: sum("turnover"),
    revenue: sum("revenue"),
  };
}

function kindOf([first]: readonly StatementRow[], fileKind: FileFacts["kind"]): EvidenceKind {
  const kind = first?.kind;
  if (kind === "withdrawal" || kind === "reversal" || kind === "registration") return kind;
  if (fileKind === "sums") return "sum";
  return fileKind === "registrations" ? "registration" : "deposit";
}

const addUp = (amounts: readonly (string | null)[]): string =>
  amounts
    .reduce((sum, amount) => sum.plus(amount ?? 0), new Decimal(0))
    .toDecimalPlaces(4)
    .toFixed();
