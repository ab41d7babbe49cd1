import type { PaidGrain } from "#app/lib/statements.ts";
import { nameClient } from "#app/services/client-facts/name-client.ts";
import type { StatementRow } from "../matching/types.ts";
import type { DescribedRows } from "./describe-rows.ts";

/** A row that the broker pays for, with the claims that matching found in it. */
export type PaidRow = {
  line: number;
  grain: PaidGrain;
  /** In the file's time zone; null in a file without dates. */
  day: string | null;
  lastDay: string | null;
  /** The days that the file is of. */
  coversFrom: string | null;
  coversTo: string | null;
  /** What tells its client from the others. */
  client: string;
  submissionIds: string[];
  amount: string | null;
  fee: string | null;
  currency: string | null;
  paid: string;
  paidCurrency: string | null;
};

/** Lists what a file pays. Rows that pay nothing are left out, unless a claim is in them. */
export function* listPaidRows(
  rows: readonly StatementRow[],
  { claimsOf, timeOf, grainOf, coversFrom, coversTo }: DescribedRows,
): Generator<PaidRow> {
  for (const row of rows) {
    const { line, at, commission: paid, amount, fee, currency, commissionCurrency: paidCurrency } = row;
    const submissionIds = claimsOf(line);
    if (paid === null || row.kind === "declined" || row.kind === "pending") continue;
    if (Number(paid) === 0 && submissionIds.length === 0) continue;
    const time = timeOf(at);
    yield {
      line,
      grain: grainOf(at),
      day: time?.day ?? null,
      lastDay: time?.lastDay ?? null,
      coversFrom,
      coversTo,
      client: nameClient(row) ?? nameLoosely(row),
      submissionIds,
      amount,
      fee,
      currency,
      paid,
      paidCurrency,
    };
  }
}

/**
 * A row without a name that is one client's has a client of its own, or shares it with those that are named
 * alike.
 */
function nameLoosely({ name, phoneEnding, emailMasked, line }: StatementRow): string {
  const rest = [emailMasked, phoneEnding, name].filter((part) => part !== null);
  return rest.length > 0 ? `rest ${rest.join(" ")}` : `line ${line}`;
}
