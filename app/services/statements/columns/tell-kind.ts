import type { ColumnMeaning, StatementColumn, StatementKind } from "#app/lib/statements.ts";
import { plainHeading } from "#app/services/tables/columns/recognize-columns.ts";
import type { Row } from "#app/services/tables/table.ts";

const SUM_HEADING = /\b(sum|total|deposits|depositi|depositos|depots|einzahlungen|wplaty|депозиты)\b/;

export const AMOUNTS: readonly ColumnMeaning[] = ["amount", "gross", "amountConverted"];

export const hasMeaning = (
  columns: readonly Pick<StatementColumn, "meaning">[],
  meanings: readonly ColumnMeaning[],
) => columns.some(({ meaning }) => meaning !== null && meanings.includes(meaning));

/** Transactions name a kind or a moment; sums count deposits of a client in a day or month. */
export function tellKind(columns: readonly StatementColumn[], rows: readonly Row[]): StatementKind {
  if (!hasMeaning(columns, AMOUNTS)) return "registrations";
  if (hasMeaning(columns, ["count"])) return "sums";
  if (hasMeaning(columns, ["kind", "time", "datetime"])) return "transactions";
  const amount = columns.find(({ meaning }) => meaning === "amount");
  const isSum = SUM_HEADING.test(plainHeading(amount?.heading ?? ""));
  const isMonthly = columns.some(
    ({ meaning, index }) =>
      meaning === "date" &&
      rows.some(({ cells }) => /^\D*\d{4}[-./]\d{1,2}$|^\D+ \d{4}$/.test(String(cells[index] ?? ""))),
  );
  return isSum || isMonthly ? "sums" : "transactions";
}
