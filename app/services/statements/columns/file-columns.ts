import { coinCurrency } from "#app/lib/currency-signs.ts";
import { isCurrency } from "#app/lib/money.ts";
import {
  COLUMN_ROLES,
  type ColumnMeaning,
  type ColumnRole,
  type RowKind,
  type StatementColumn,
  type StatementKind,
  type StatementQuestion,
} from "#app/lib/statements.ts";
import { answerColumn, mergeColumns } from "#app/services/tables/columns/answer-column.ts";
import type { DateOrder } from "#app/services/tables/columns/dates.ts";
import { judgeDates } from "#app/services/tables/columns/dates.ts";
import { findHeader, isTotal } from "#app/services/tables/columns/find-header.ts";
import { judgeMark } from "#app/services/tables/columns/judge-mark.ts";
import { type DecimalMark, readAmountCurrency } from "#app/services/tables/columns/numbers.ts";
import {
  findCandidates,
  plainHeading,
  type RecognizedColumn,
  recognizeColumns,
} from "#app/services/tables/columns/recognize-columns.ts";
import {
  listTitleDates,
  readTitleLines,
  readZone,
  type TitleFacts,
} from "#app/services/tables/columns/title-lines.ts";
import type { Cell, Row } from "#app/services/tables/table.ts";
import { chooseBrand } from "./brands.ts";
import { type ClaimChoice, type ClaimVotes, chooseByVotes } from "./claim-votes.ts";
import { askQuestions } from "./file-questions.ts";
import { STATEMENT_MEANINGS } from "./meanings.ts";
import {
  applyChoice,
  findSpare,
  haveSameDays,
  keepEligible,
  ROLE_MEANINGS,
  type SpareColumns,
  settleColumns,
} from "./settle-columns.ts";
import { AMOUNTS, hasMeaning, isAmountMissing, tellKind } from "./tell-kind.ts";

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
  /** Whose rows are read, where the file has several; null reads all. */
  brand: string | null;
  /** The owner's words for kinds of row, in plain form. */
  kinds: Readonly<Record<string, RowKind>>;
};

/** What the owner said of a file, or of an earlier one with the same headings. */
export type Answers = {
  columns?: Readonly<Record<number, ColumnMeaning | null>>;
  dateOrder?: DateOrder;
  decimalMark?: DecimalMark;
  timeZone?: string;
  currency?: string;
  /** Empty reads the rows of all brands. */
  brand?: string;
  kinds?: Readonly<Record<string, RowKind>>;
  /** What the claims chose in a file with these headings. Nobody answered it, and no later claims change it. */
  byClaims?: ClaimChoice;
  /** The file is this broker's, also if it looks like another's. */
  keepsPlatform?: true;
  /** All columns were looked at, if none of them was changed too. */
  hasColumns?: true;
  /** All is right as it was recognized. */
  isConfirmed?: true;
};

/** What is known of a file besides its rows. */
export type FileContext = {
  fileName: string;
  platformId: string;
  platformName: string;
  /** What was answered for files of this broker with the same headings. */
  remembered: Answers;
  /** Of the broker's other files, else the workspace's: a guess. */
  timeZone: string | null;
  /** Brokers whose files have these headings, while this broker's don't. */
  otherPlatforms: string[];
  /** How many claims stand in each column; none where the columns were chosen before. */
  votes: ClaimVotes | null;
  /** What the claims chose when the file was read. */
  byClaims: ClaimChoice | null;
};

const NO_CONTEXT: FileContext = {
  fileName: "",
  platformId: "",
  platformName: "",
  remembered: {},
  timeZone: null,
  otherPlatforms: [],
  votes: null,
  byClaims: null,
};

export type FileColumns = Reading & {
  kind: StatementKind;
  titles: TitleFacts;
  /** The values of a column of brands. */
  brands: string[];
  questions: StatementQuestion[];
  /** How many rows come before the data; readings of an earlier version do not say it. */
  headRows?: number;
  /** What the claims chose; it stays when the file is told again. */
  byClaims?: ClaimChoice;
  /** Columns that may be meant instead. */
  spare?: SpareColumns;
  /** Identifies files of the same shape: the headings in plain form. */
  headingRow: string;
};

const MONEY: readonly ColumnMeaning[] = ["amount", "gross", "fee", "amountConverted", "commission"];

/**
 * Says how to read a file from a sample of its rows, and asks what they leave open.
 * @param rows in their order, title lines included
 */
export function recognizeFile(
  rows: readonly Row[],
  answers: Answers = {},
  context: FileContext = NO_CONTEXT,
): FileColumns {
  const { titles, header, data } = findHeader(rows, STATEMENT_MEANINGS);
  const judged = data.filter((row) => !isTotal(row));
  const headings = (header?.cells ?? []).map(String);
  const { remembered } = context;
  const given: Answers = { ...remembered, ...answers };
  const cellsAt = (index: number) =>
    judged.flatMap(({ cells }) => (cells[index] === undefined ? [] : [cells[index] as Cell]));
  const rowsAt = (index: number) => judged.map(({ cells }) => cells[index] ?? "");
  const candidates = findCandidates(headings, judged, STATEMENT_MEANINGS);
  const recognized = tellConverted(recognizeColumns(headings, judged, STATEMENT_MEANINGS, candidates));
  const settled = settleColumns(recognized, candidates, rowsAt);
  const said = mergeColumns(remembered.columns, answers.columns);
  const votes = remembered.hasColumns || remembered.isConfirmed ? null : context.votes;
  const chosenOnce = context.byClaims ?? {
    ...(votes ? chooseByVotes(keepEligible(votes, settled.columns)) : {}),
    ...remembered.byClaims,
  };
  // What a member said of a column stays.
  const byClaims: ClaimChoice = Object.fromEntries(
    Object.entries(chosenOnce).filter(([, index]) => said[index] === undefined),
  );
  const isAnswered = (role: ColumnRole) =>
    Object.values(said).some((one) => one !== null && ROLE_MEANINGS[role].includes(one));
  const chosen = COLUMN_ROLES.reduce<StatementColumn[]>(
    (before, role) => (isAnswered(role) ? before : applyChoice(before, role, byClaims[role], rowsAt)),
    settled.columns,
  );
  const columns = leaveOneDay(
    chosen.map((column) => answerColumn(column, answers.columns, remembered.columns)),
  );
  const cellsOf = (...meanings: ColumnMeaning[]) =>
    columns
      .filter(({ meaning }) => meaning !== null && meanings.includes(meaning))
      .map(({ index }) => cellsAt(index));

  const days = cellsOf("date", "datetime");
  const order = judgeDates(...days, listTitleDates(titles));
  const dateOrder = given.dateOrder ?? order.order ?? "day-first";
  const facts = readTitleLines(titles, dateOrder);
  const mark = judgeMark(cellsOf(...MONEY));
  const zoneOfHeadings = columns.map(({ hint }) => hint && readZone(hint)).find(Boolean) ?? null;
  const currencyOfHeadings = findCurrency(columns);
  const brands = chooseBrand(cellsOf("brand").flat(), given.brand, context.platformName);
  const reading = {
    columns,
    headerLine: header?.line ?? null,
    kind: tellKind(columns, judged),
    mark: given.decimalMark ?? mark.mark,
    dateOrder,
    timeZone: given.timeZone ?? zoneOfHeadings ?? zoneOfColumn(columns, cellsAt) ?? facts.timeZone,
    currency: given.currency ?? currencyOfHeadings,
    brand: brands.brand,
    brands: brands.values,
    kinds: given.kinds ?? {},
    titles: facts,
    headingRow: headings.map(plainHeading).join("|"),
  };
  const amounts = cellsOf(...AMOUNTS)
    .flat()
    .filter((cell) => cell !== "");
  const open = {
    dateOrder: order.isOpen,
    decimalMark: mark.isOpen,
    brand: brands.isOpen,
    currency:
      reading.currency === null &&
      !columns.some(
        ({ meaning, hint }) =>
          meaning && AMOUNTS.includes(meaning) && coinCurrency((hint ?? "").toUpperCase()),
      ) &&
      amounts.some((cell) => readAmountCurrency(cell) === null),
    isAmountMissing: isAmountMissing(reading, cellsAt),
  };
  const hasDottedDates = days.flat().some((cell) => /^\d{1,2}\.\d{1,2}\.\d{2}/.test(String(cell)));
  const times = [...cellsOf("datetime"), ...cellsOf("time")].flat();
  const rivals = COLUMN_ROLES.flatMap((role) => {
    // A column that was given another meaning, or none, is out of the question.
    const [guess] = settled.rivals[role];
    const fit = settled.rivals[role].filter((index) => said[index] === undefined);
    const isTold =
      fit.every((index) => index === guess) ||
      isAnswered(role) ||
      byClaims[role] !== undefined ||
      (role === "day" && (order.isOpen || haveSameDays(fit, dateOrder, rowsAt)));
    return isTold ? [] : [{ role, columns: fit }];
  });
  return {
    ...reading,
    headRows: rows.length - data.length,
    ...(Object.keys(byClaims).length > 0 ? { byClaims } : {}),
    spare: findSpare(columns, cellsAt),
    questions: askQuestions({ reading, open, rivals, hasDottedDates, times, given, context }),
  };
}

/** The row's time is in one column of days, and an answered one comes first. */
function leaveOneDay(columns: StatementColumn[]): StatementColumn[] {
  const isDay = ({ meaning }: StatementColumn) => meaning === "date" || meaning === "datetime";
  const own = columns.filter(
    (column) => isDay(column) && (column.from === "user" || column.from === "remembered"),
  );
  if (own.length === 0) return columns;
  return columns.map((column) =>
    isDay(column) && !own.includes(column) ? { ...column, meaning: null, from: null } : column,
  );
}

/** The currency in the heading of the amounts; a commission may be paid in another one. */
function findCurrency(columns: readonly StatementColumn[]): string | null {
  const meanings = AMOUNTS.filter((meaning) => hasMeaning(columns, [meaning]));
  const own = meanings.filter((meaning) => meaning !== "amountConverted");
  const amounts = columns.filter(({ meaning }) =>
    (own.length > 0 ? own : meanings).some((one) => one === meaning),
  );
  return amounts.map(({ hint }) => (hint ?? "").toUpperCase()).find(isCurrency) ?? null;
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

/** Some exchanges write the zone into a column of its own, the same in each row. */
function zoneOfColumn(
  columns: readonly StatementColumn[],
  cellsAt: (index: number) => Cell[],
): string | null {
  const column = columns.find(({ heading }) => /^time ?zone$/.test(plainHeading(heading)));
  const zones = new Set((column ? cellsAt(column.index) : []).map((cell) => readZone(String(cell))));
  const [zone = null] = zones;
  return zones.size === 1 ? zone : null;
}
