import { createHash } from "node:crypto";
import { isCurrency } from "#app/lib/money.ts";
import type { Days } from "#app/lib/periods.ts";
import {
  OTHER_PLATFORM,
  SPEND_PLATFORMS,
  type SpendCampaigns,
  type SpendMeaning,
  type SpendQuestion,
} from "#app/lib/spend-files.ts";
import {
  answerColumn,
  type ColumnAnswers,
  type FileColumn,
} from "#app/services/tables/columns/answer-column.ts";
import { type DateOrder, judgeDates, parseDate } from "#app/services/tables/columns/dates.ts";
import { findHeader } from "#app/services/tables/columns/find-header.ts";
import { judgeMark } from "#app/services/tables/columns/judge-mark.ts";
import { type DecimalMark, readAmountCurrency } from "#app/services/tables/columns/numbers.ts";
import { recognizeColumns } from "#app/services/tables/columns/recognize-columns.ts";
import { type Cell, type Row, UnreadableTable } from "#app/services/tables/table.ts";
import { findPeriod, listWrittenDays } from "./find-period.ts";
import { isMissing, isTotalLabel, readAdPlatform, SPEND_COLUMNS, tellPlatform } from "./meanings.ts";

/** What the owner said of a file, or of an earlier one with the same headings. */
export type SpendAnswers = {
  columns?: ColumnAnswers<SpendMeaning>;
  dateOrder?: DateOrder;
  decimalMark?: DecimalMark;
  currency?: string;
  /** One of `SPEND_PLATFORMS`, or the name of another one. */
  adPlatform?: string;
  /** The days that a file without days is for. This and what follows is not remembered. */
  period?: Days;
  /** Of rows that name none. */
  accountId?: string;
  campaigns?: SpendCampaigns;
};

/** How the rows of a file are read: as recognized, unless it was answered. */
export type SpendColumns = {
  columns: FileColumn<SpendMeaning>[];
  headerLine: number | null;
  mark: DecimalMark;
  dateOrder: DateOrder;
  /** Of amounts without a currency of their own. */
  currency: string | null;
  /** Of rows that name none; null where each names its own. */
  adPlatform: string | null;
  /** Of rows without a day. */
  period: Days | null;
  /** Of rows that name none. */
  accountId: string | null;
  campaigns: SpendCampaigns;
  questions: SpendQuestion[];
  /** Identifies files of the same shape. */
  headingHash: string;
};

/** What is known of a file besides its rows. */
export type SpendFile = {
  fileName: string;
  answers: SpendAnswers;
  /** What was answered for files with these headings. */
  remembered: { headingHash: string; answers: SpendAnswers }[];
  /** Of a later day there is no spend yet. */
  lastDay: string;
};

/**
 * Says how to read a file from a sample of its rows, and asks what they leave open.
 * @param rows in their order, title lines included
 * @throws {UnreadableTable} for a file without rows
 */
export function recognizeSpend(
  rows: readonly Row[],
  { fileName, answers, remembered }: SpendFile,
): SpendColumns {
  const { titles, header, data: all } = findHeader(rows, SPEND_COLUMNS);
  const data = all.filter(({ cells }) => !isTotalLabel(cells.find((cell) => cell !== "")));
  if (data.length === 0)
    throw new UnreadableTable(
      header === null
        ? "There are no rows in this file."
        : `Line ${header.line} has headings, but there are no rows below it.`,
    );
  const headings = (header?.cells ?? []).map(String);
  const headingHash = createHash("sha256").update(headings.join("|")).digest("hex");
  const before = header ? remembered.find((one) => one.headingHash === headingHash)?.answers : undefined;
  const given: SpendAnswers = { ...before, ...answers };
  const columns = recognizeColumns(headings, data, SPEND_COLUMNS).map((column) =>
    answerColumn(column, answers.columns, before?.columns),
  );
  const indexOf = (meaning: SpendMeaning) => columns.find((column) => column.meaning === meaning)?.index;
  const cellsOf = (...meanings: SpendMeaning[]): Cell[][] =>
    meanings.flatMap((meaning) => {
      const index = indexOf(meaning);
      if (index === undefined) return [];
      return [data.flatMap(({ cells }) => (isMissing(cells[index] ?? "") ? [] : [cells[index] as Cell]))];
    });

  const titleTexts = titles.map(({ cells }) => cells.filter((cell) => cell !== "").join(", "));
  const hasSomeDays = (["day-first", "month-first"] as const).some((order) =>
    hasDays(columns, cellsOf, order),
  );
  const written = titleTexts.flatMap(listWrittenDays);
  const days = cellsOf("day", "week", "from", "to");
  const fitting = (["day-first", "month-first"] as const).filter((order) =>
    areWithin(days.flat(), findPeriod(titleTexts, order).period, order),
  );
  const foundOrder = (fitting.length === 1 ? fitting[0] : judgeDates(...days, written).order) ?? null;
  const isOrderOpen = foundOrder === null && judgeDates(...days, hasSomeDays ? [] : written).isOpen;
  const dateOrder = given.dateOrder ?? foundOrder ?? "day-first";
  const amount = columns.find(({ meaning }) => meaning === "amount");
  const hint = (amount?.hint ?? "").toUpperCase();
  const currency = given.currency ?? (isCurrency(hint) ? hint : null);
  const stated = new Set(
    cellsOf("currency")
      .flat()
      .map((cell) => String(cell).trim().toUpperCase()),
  );
  const only = stated.size === 1 ? ([...stated][0] ?? null) : null;
  const mark = judgeMark(
    cellsOf("amount", "conversions"),
    currency ?? (isCurrency(only ?? "") ? only : null),
  );
  const named = findPeriod([...titleTexts, fileName], dateOrder);
  const start = columns.find(({ meaning }) => meaning === "from");
  // LinkedIn writes the report's first day in each row of a report without days.
  const isOfTitle =
    start?.from === "heading" &&
    (["day", "week", "to"] as const).every((meaning) => indexOf(meaning) === undefined) &&
    named.period !== null &&
    named.period.from < named.period.to &&
    cellsOf("from")
      .flat()
      .map((cell) => parseDate(cell, { order: dateOrder }))
      .every((one) => "date" in one && one.date.at.slice(0, 10) === named.period?.from);
  if (isOfTitle) start.meaning = null;
  const hasOwnDays = hasDays(columns, cellsOf, dateOrder);
  const byFile = { titles: titleTexts, headings, amount: amount?.heading ?? null };
  const reading = {
    columns,
    headerLine: header?.line ?? null,
    mark: given.decimalMark ?? mark.mark,
    dateOrder,
    currency,
    // A file that is named after its ad platform is not of the one before with these headings.
    adPlatform:
      answers.adPlatform ??
      (before?.adPlatform && (readAdPlatform(fileName) ?? before.adPlatform)) ??
      agreeOnPlatform(tellPlatform(byFile), readAdPlatform(fileName)),
    period: given.period ?? (hasOwnDays ? null : named.period),
    accountId: given.accountId ?? null,
    campaigns: given.campaigns ?? "some",
    headingHash,
  };
  const amounts = cellsOf("amount").flat();
  const open: Record<SpendQuestion["id"], boolean> = {
    sheet: false,
    columns: amount === undefined,
    adPlatform:
      reading.adPlatform === null &&
      (indexOf("adPlatform") === undefined || cellsOf("adPlatform")[0]?.length === 0),
    currency:
      reading.currency === null &&
      indexOf("currency") === undefined &&
      (amount === undefined || amounts.some((cell) => readAmountCurrency(cell) === null)),
    dateOrder: isOrderOpen && !given.dateOrder,
    period: reading.period === null && !hasOwnDays,
  };
  const openMark = mark.isOpen && !given.decimalMark ? mark.mark : null;
  return { ...reading, questions: ask(open, openMark, named.hint) };
}

/** Whether dates, read in an order, are all in the period that the title names. */
const areWithin = (cells: readonly Cell[], period: Days | null, order: DateOrder): boolean =>
  period !== null &&
  cells
    .map((cell) => parseDate(cell, { order }))
    .every(
      (one) =>
        "date" in one && one.date.at.slice(0, 10) >= period.from && one.date.at.slice(0, 10) <= period.to,
    );

/** Asks where the contents of a file and its name speak of two. */
const agreeOnPlatform = (byContents: string | null, byName: string | null): string | null =>
  byContents === null || byName === null || byContents === byName ? (byContents ?? byName) : null;

/** Whether a column says the days of rows. */
const hasDays = (
  columns: SpendColumns["columns"],
  cellsOf: (...meanings: SpendMeaning[]) => Cell[][],
  order: DateOrder,
): boolean =>
  (["day", "week", "from"] as const).some(
    (meaning) =>
      columns.some((column) => column.meaning === meaning) &&
      cellsOf(meaning)
        .flat()
        .some((cell) => "date" in parseDate(cell, { order })),
  );

function ask(
  open: Record<SpendQuestion["id"], boolean>,
  openMark: DecimalMark | null,
  hintOfPeriod: string | null,
): SpendQuestion[] {
  const options: Partial<Record<SpendQuestion["id"], string[]>> = {
    adPlatform: [...SPEND_PLATFORMS, OTHER_PLATFORM],
    dateOrder: ["day-first", "month-first"],
  };
  const questions = (["columns", "adPlatform", "currency", "dateOrder", "period"] as const)
    .filter((id) => open[id])
    .map<SpendQuestion>((id) => ({
      id,
      about: id === "columns" ? "meanings" : null,
      options: options[id] ?? [],
      guess: id === "period" ? hintOfPeriod : null,
    }));
  if (openMark !== null)
    questions.push({ id: "columns", about: "decimalMark", options: [".", ","], guess: openMark });
  return questions;
}
