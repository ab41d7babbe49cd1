import { isCurrency } from "#app/lib/money.ts";
import type { ColumnMeaning, ColumnRole, StatementQuestion } from "#app/lib/statements.ts";
import { parseDate } from "#app/services/tables/columns/dates.ts";
import type { Cell } from "#app/services/tables/table.ts";
import type { Answers, FileColumns, FileContext } from "./file-columns.ts";
import { AMOUNTS, hasMeaning } from "./tell-kind.ts";

const STRONG: readonly ColumnMeaning[] = [
  ...(["account", "clickId", "submissionId", "email", "emailSha256", "emailMd5", "phone"] as const),
];
const WEAK: readonly ColumnMeaning[] = ["emailMasked", "phoneEnding", "userName", "name"];

type Recognized = {
  reading: Omit<FileColumns, "questions">;
  /** What the values could mean either way. */
  open: {
    dateOrder: boolean;
    decimalMark: boolean;
    brand: boolean;
    /** Not every amount names its currency. */
    currency: boolean;
    /** A file of registrations looks as if it had amounts. */
    isAmountMissing: boolean;
  };
  /** Columns of which each could have a role. */
  rivals: { role: ColumnRole; columns: number[] }[];
  /** Dates with dots, as where the day comes first. */
  hasDottedDates: boolean;
  /** The cells of times. */
  times: Cell[];
  given: Answers;
  context: FileContext;
};

/** What a file leaves open, and its owner has not answered. Nothing is guessed silently. */
export function askQuestions({
  reading,
  open,
  rivals,
  hasDottedDates,
  times,
  given,
  context,
}: Recognized): StatementQuestion[] {
  const { columns, kind, brands } = reading;
  const { isConfirmed, hasColumns } = given;
  const questions: StatementQuestion[] = [];
  const ask = (
    id: StatementQuestion["id"],
    { about = null, options = [], guess = null }: Partial<StatementQuestion>,
  ) => questions.push({ id, about, options, guess });
  if (context.otherPlatforms.length > 0 && !given.keepsPlatform && !isConfirmed)
    ask("platform", { options: [context.platformId, ...context.otherPlatforms] });
  if (open.dateOrder && !given.dateOrder)
    ask("dateOrder", { options: ["day-first", "month-first"], guess: hasDottedDates ? "day-first" : null });
  const hasAmount = kind === "registrations" ? !open.isAmountMissing : hasMeaning(columns, AMOUNTS);
  if (!(hasMeaning(columns, [...STRONG, ...WEAK]) && hasAmount) && !isConfirmed && !hasColumns)
    ask("columns", { about: "meanings" });
  if (!isConfirmed && !hasColumns)
    for (const { role, columns: options } of rivals)
      ask("columns", { about: role, options: options.map(String), guess: null });
  if (open.decimalMark && !given.decimalMark && !isConfirmed)
    ask("columns", { about: "decimalMark", options: [".", ","], guess: reading.mark });
  if (open.brand && !isConfirmed) ask("columns", { about: "brand", options: brands });
  if (kind !== "registrations" && open.currency && !hasMeaning(columns, ["currency"]))
    ask("currency", { guess: currencyIn(context.fileName) });
  if (needsZone(reading, times)) ask("timeZone", { guess: context.timeZone });
  return questions;
}

/**
 * The zone matters where the time is what tells rows apart. With a strong key, a time without a zone counts as
 * any moment at which some place on earth had it.
 */
function needsZone({ timeZone, kind, columns, dateOrder }: Recognized["reading"], times: Cell[]): boolean {
  if (timeZone !== null || kind !== "transactions") return false;
  if (hasMeaning(columns, STRONG) || !hasMeaning(columns, WEAK)) return false;
  if (hasMeaning(columns, ["time"])) return true;
  return times.some((cell) => {
    const reading = parseDate(cell, { order: dateOrder });
    return "date" in reading && reading.date.precision === "second" && reading.date.offset === null;
  });
}

/** Words that are codes too. */
const WORDS = new Set(["ALL", "TOP", "TRY"]);

/** "EUR" of "EUR_account.csv", if it is the only one. */
function currencyIn(fileName: string): string | null {
  const words = fileName.toUpperCase().split(/[^A-Z]+/);
  const codes = new Set(words.filter((word) => isCurrency(word) && !WORDS.has(word)));
  const [code = null] = codes;
  return codes.size === 1 ? code : null;
}
