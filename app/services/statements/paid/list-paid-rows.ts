import { toAccountKey } from "#app/lib/account-keys.ts";
import { DAY } from "#app/lib/dates.ts";
import type { PaidGrain } from "#app/lib/statements.ts";
import { toWrittenDay } from "#app/services/tables/columns/to-interval.ts";
import type { FileColumns } from "../columns/file-columns.ts";
import type { StatementMatching, StatementRow } from "../matching/types.ts";

/** A row that the broker pays for, with the claims that matching found in it. */
export type PaidRow = {
  line: number;
  grain: PaidGrain;
  /** In the file's time zone; null in a file without dates. */
  day: string | null;
  /** What tells its client from the others. */
  client: string;
  submissionIds: string[];
  amount: string | null;
  fee: string | null;
  currency: string | null;
  paid: string;
  paidCurrency: string | null;
};

/** The sum of a period that is longer than a day in an unknown time zone is a month's. */
const MONTH_MIN = 3 * DAY;

/** Lists what a file pays. Rows that pay nothing are left out, unless a claim is in them. */
export function* listPaidRows(
  rows: readonly StatementRow[],
  matching: StatementMatching,
  { kind, timeZone, titles }: Pick<FileColumns, "kind" | "timeZone" | "titles">,
): Generator<PaidRow> {
  const claims = findClaims(matching);
  const grainOf = ({ at }: StatementRow): PaidGrain => {
    if (kind !== "sums") return kind === "transactions" ? "transaction" : "registration";
    return at && +at.to - +at.from < MONTH_MIN ? "daySum" : "monthSum";
  };
  for (const row of rows) {
    const { line, commission: paid, amount, fee, currency, commissionCurrency: paidCurrency } = row;
    const submissionIds = claims.get(line) ?? [];
    if (paid === null || row.kind === "declined" || row.kind === "pending") continue;
    if (Number(paid) === 0 && submissionIds.length === 0) continue;
    const day = row.at ? toWrittenDay(row.at, timeZone) : (titles.period?.from ?? null);
    const client = nameClient(row);
    yield {
      line,
      grain: grainOf(row),
      day,
      client,
      submissionIds,
      amount,
      fee,
      currency,
      paid,
      paidCurrency,
    };
  }
}

/** The claims of each line, whether they wait or are decided. */
function findClaims(matching: StatementMatching): Map<number, string[]> {
  const claims = new Map<number, string[]>();
  const { matches, verified, rejectedButConfirmed } = matching;
  for (const { lines, submissionIds } of [...matches, ...verified, ...rejectedButConfirmed])
    for (const line of lines) claims.set(line, [...(claims.get(line) ?? []), ...submissionIds]);
  for (const { submissionId, line } of matching.reversals)
    if (!claims.get(line)?.includes(submissionId))
      claims.set(line, [...(claims.get(line) ?? []), submissionId]);
  return claims;
}

function nameClient(row: StatementRow): string {
  if (row.account) return `account ${toAccountKey(row.account)}`;
  const email = row.email ?? row.emailSha256 ?? row.emailMd5;
  if (email) return `email ${email}`;
  const other = row.userName ?? row.submissionId ?? row.clickId ?? row.phone;
  if (other) return `other ${other}`;
  const rest = [row.emailMasked, row.phoneEnding, row.name].filter((part) => part !== null);
  return rest.length > 0 ? `rest ${rest.join(" ")}` : `line ${row.line}`;
}
