import type { ColumnMeaning, RowKind, StatementColumn, StatementKind } from "#app/lib/statements.ts";
import { judgeNumbers } from "#app/services/tables/columns/numbers.ts";
import { plainHeading } from "#app/services/tables/columns/recognize-columns.ts";
import type { Cell, Row } from "#app/services/tables/table.ts";
import { isAction, readKind } from "./kinds.ts";
import { type DayKind, isNoAmount, isOfOne, tellDay } from "./meanings.ts";

type Kinds = Readonly<Record<string, RowKind>>;

const SUM_HEADING =
  /(?<![\p{L}])(sum|total|lifetime|deposits|depositi|depositos|depots|einzahlungen|gesamteinzahlung|wplaty|wplat|депозиты|депозитов)(?![\p{L}])/u;

export const isSumHeading = (heading: string): boolean =>
  SUM_HEADING.test(plainHeading(heading)) && !isOfOne(heading);

export const AMOUNTS: readonly ColumnMeaning[] = ["amount", "gross", "amountConverted"];

export const hasMeaning = (
  columns: readonly Pick<StatementColumn, "meaning">[],
  meanings: readonly ColumnMeaning[],
) => columns.some(({ meaning }) => meaning !== null && meanings.includes(meaning));

const OF_CLIENTS: readonly DayKind[] = ["first", "last", "qualified"];

/** Transactions name a kind or a moment; sums count deposits of a client in a day or month. */
export function tellKind(columns: readonly StatementColumn[], rows: readonly Row[]): StatementKind {
  if (!hasMeaning(columns, AMOUNTS)) return "registrations";
  if (hasMeaning(columns, ["count"])) return "sums";
  const amount = columns.find(({ meaning }) => meaning === "amount");
  const isSum = isSumHeading(amount?.heading ?? "");
  const day = columns.find(({ meaning }) => meaning === "datetime");
  // The time of a client's last deposit is no transaction's.
  const isOfClient = isSum && day !== undefined && OF_CLIENTS.includes(tellDay(day.heading));
  if (hasMeaning(columns, ["kind", "time"]) || (day && !isOfClient)) return "transactions";
  const isMonthly = columns.some(
    ({ meaning, index }) =>
      meaning === "date" &&
      rows.some(({ cells }) => /^\D*\d{4}[-./]\d{1,2}$|^\D+ \d{4}$/.test(String(cells[index] ?? ""))),
  );
  return isSum || isMonthly ? "sums" : "transactions";
}

const DECIMALS = /\d[.,]\d{2}\D*$/;

/** A file without a column of amounts that has deposits, or a column that looks like amounts, is asked about. */
export function isAmountMissing(
  { kind, columns, kinds }: { kind: StatementKind; columns: readonly StatementColumn[]; kinds: Kinds },
  cellsAt: (index: number) => readonly Cell[],
): boolean {
  if (kind !== "registrations") return false;
  return columns.some(({ meaning, index, heading }) => {
    const cells = cellsAt(index).filter((cell) => cell !== "");
    if (meaning === "kind")
      return cells.some((cell) => {
        const word = readKind(String(cell), kinds);
        return word !== null && isAction(word);
      });
    if (meaning !== null || cells.length === 0 || isNoAmount(heading)) return false;
    const decimals = cells.filter((cell) => DECIMALS.test(String(cell))).length;
    return decimals >= cells.length / 2 && judgeNumbers(cells).share >= 0.9;
  });
}
