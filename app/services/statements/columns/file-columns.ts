import { isCurrency } from "#app/lib/money.ts";
import type {
  ColumnMeaning,
  StatementColumn,
  StatementKind,
  StatementQuestion,
} from "#app/lib/statements.ts";
import { type DateOrder, judgeDates } from "#app/services/tables/columns/dates.ts";
import { findHeader, isTotal } from "#app/services/tables/columns/find-header.ts";
import { type DecimalMark, judgeNumbers } from "#app/services/tables/columns/numbers.ts";
import {
  plainHeading,
  type RecognizedColumn,
  recognizeColumns,
} from "#app/services/tables/columns/recognize-columns.ts";
import { readTitleLines, readZone, type TitleFacts } from "#app/services/tables/columns/title-lines.ts";
import type { Cell, Row } from "#app/services/tables/table.ts";
import { STATEMENT_MEANINGS } from "./meanings.ts";

/** How the rows of a file are read: as recognized, unless it was answered. */
type Reading = {
  columns: StatementColumn[];
  headerLine: number | null;
  mark: DecimalMark;
  dateOrder: DateOrder;
  /** IANA or an offset; null is unknown. */
  timeZone: string | null;
  /** Of amounts without a currency of their own. */
  currency: string | null;
};

/** What the owner said of a file, or of an earlier one with the same headings. */
export type Answers = {
  columns?: Readonly<Record<number, ColumnMeaning | null>>;
  isRemembered?: boolean;
  dateOrder?: DateOrder;
  timeZone?: string;
  currency?: string;
};

export type FileColumns = Reading & {
  kind: StatementKind;
  titles: TitleFacts;
  questions: StatementQuestion[];
  /** Identifies files of the same shape: the headings in plain form. */
  headingRow: string;
};

const MONEY: readonly ColumnMeaning[] = ["amount", "gross", "fee", "amountConverted", "commission"];
const IDENTIFIERS: readonly ColumnMeaning[] = [
  ...(["account", "clickId", "submissionId", "email", "emailMasked", "emailSha256", "emailMd5"] as const),
  ...(["phone", "phoneEnding", "userName", "name"] as const),
];

/**
 * Says how to read a file from its first rows, and asks what they leave open.
 * @param rows the first rows of the sheet, title lines included
 */
export function recognizeFile(rows: readonly Row[], answers: Answers = {}): FileColumns {
  const { titles, header, data } = findHeader(rows, STATEMENT_MEANINGS);
  const judged = data.filter((row) => !isTotal(row));
  const headings = (header?.cells ?? []).map(String);
  const columns = tellConverted(recognizeColumns(headings, judged, STATEMENT_MEANINGS)).map((column) =>
    answerColumn(column, answers),
  );
  const cellsOf = (...meanings: ColumnMeaning[]) =>
    columns
      .filter(({ meaning }) => meaning !== null && meanings.includes(meaning))
      .map(({ index }) =>
        judged.flatMap(({ cells }) => (cells[index] === undefined ? [] : [cells[index] as Cell])),
      );

  const dates = cellsOf("date", "datetime").map(judgeDates);
  const foundOrder = dates.find(({ order }) => order !== null)?.order ?? null;
  const asksOrder = foundOrder === null && dates.some(({ order }) => order === null);
  const dateOrder = answers.dateOrder ?? foundOrder ?? "day-first";
  const facts = readTitleLines(titles, dateOrder);
  const mark = judgeMark(cellsOf(...MONEY));
  const zoneOfHeadings = columns.map(({ hint }) => hint && readZone(hint)).find(Boolean) ?? null;
  const currencyOfHeadings = columns.find(({ hint }) => isCurrency((hint ?? "").toUpperCase()))?.hint ?? null;
  const kind = tellKind(columns, judged);
  const currency = answers.currency ?? currencyOfHeadings?.toUpperCase() ?? null;
  const questions: StatementQuestion[] = [];
  if (asksOrder && !answers.dateOrder)
    questions.push({ id: "dateOrder", options: ["day-first", "month-first"], guess: null });
  if (!hasMeaning(columns, IDENTIFIERS) || (kind !== "registrations" && !hasMeaning(columns, AMOUNTS)))
    if (!answers.columns || answers.isRemembered) questions.push({ id: "columns", options: [], guess: null });
  if (kind !== "registrations" && currency === null && !hasMeaning(columns, ["currency"]))
    questions.push({ id: "currency", options: [], guess: null });
  return {
    columns,
    headerLine: header?.line ?? null,
    kind,
    mark,
    dateOrder,
    titles: facts,
    timeZone: answers.timeZone ?? zoneOfHeadings ?? facts.timeZone,
    currency,
    questions,
    headingRow: headings.map(plainHeading).join("|"),
  };
}

function answerColumn(
  column: RecognizedColumn<ColumnMeaning>,
  { columns, isRemembered }: Answers,
): StatementColumn {
  const answer = columns?.[column.index];
  if (answer === undefined) {
    // What was answered for another column is no longer this one's.
    const isTaken = Object.values(columns ?? {}).includes(column.meaning);
    return isTaken ? { ...column, meaning: null, from: null } : column;
  }
  return { ...column, meaning: answer, from: isRemembered ? "remembered" : "user" };
}

/** Of two columns of amounts the one that names a currency is converted: "Amount" and "Amount (USD)". */
function tellConverted(columns: RecognizedColumn<ColumnMeaning>[]): RecognizedColumn<ColumnMeaning>[] {
  const amount = columns.find(({ meaning }) => meaning === "amount");
  if (!amount || hasMeaning(columns, ["amountConverted"])) return columns;
  const heading = plainHeading(amount.heading);
  const other = columns.find(
    (column) => column.meaning === null && plainHeading(column.heading) === heading && heading !== "",
  );
  const isNamed = ({ hint }: RecognizedColumn<ColumnMeaning>) => isCurrency((hint ?? "").toUpperCase());
  if (!other || isNamed(other) === isNamed(amount)) return columns;
  const [plain, converted] = isNamed(other) ? [amount, other] : [other, amount];
  return columns.map((column) => {
    if (column === plain) return { ...column, meaning: "amount", from: "heading" };
    return column === converted ? { ...column, meaning: "amountConverted", from: "heading" } : column;
  });
}

const AMOUNTS: readonly ColumnMeaning[] = ["amount", "gross", "amountConverted"];

const hasMeaning = (
  columns: readonly Pick<StatementColumn, "meaning">[],
  meanings: readonly ColumnMeaning[],
) => columns.some(({ meaning }) => meaning !== null && meanings.includes(meaning));

/** One file has one decimal mark: the columns with money decide together. */
function judgeMark(columns: readonly Cell[][]): DecimalMark {
  const marks = columns.map((cells) => judgeNumbers(cells).mark).filter((mark) => mark !== null);
  if (marks.length === 0) {
    // "1.250" alone is a thousand and a quarter: money has two decimals, seldom three.
    const grouped = columns.flat().find((cell) => typeof cell === "string" && /\d[.,]\d{3}$/.test(cell));
    return typeof grouped === "string" && /\.\d{3}$/.test(grouped) ? "," : ".";
  }
  return marks.filter((mark) => mark === ",").length > marks.length / 2 ? "," : ".";
}

const SUM_HEADING = /\b(sum|total|deposits|depositi|depositos|depots|einzahlungen|wplaty|депозиты)\b/;

/** Transactions name a kind or a moment; sums count deposits of a client in a day or month. */
function tellKind(columns: readonly StatementColumn[], rows: readonly Row[]): StatementKind {
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
