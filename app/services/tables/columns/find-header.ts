import { CELL_LIMITS, type Cell, type Row } from "../table.ts";
import { parseDate } from "./dates.ts";
import { judgeNumbers, readCurrency } from "./numbers.ts";
import { fitHeading, type Meaning, plainHeading } from "./recognize-columns.ts";

/** The header stands within these rows, after title lines. */
const LOOKED_AT = 20;

export type Header = {
  /** The lines before the header: account, period, zone. */
  titles: Row[];
  /** Null where the file begins with its data. */
  header: Row | null;
  data: Row[];
};

/** Finds the row of headings: text only, known words, as wide as the rows that follow. */
export function findHeader(rows: readonly Row[], meanings: readonly Meaning<string>[]): Header {
  const words = meanings.flatMap((meaning) => meaning.words);
  const width = usualWidth(rows);
  let best: { at: number; score: number } | null = null;
  for (const [at, row] of rows.slice(0, LOOKED_AT).entries()) {
    const filled = row.cells.filter((cell) => cell !== "");
    if (filled.length < Math.min(2, width) || !filled.every(isText)) continue;
    const known = filled.filter((cell) => fitHeading(plainHeading(String(cell)), words) > 0).length;
    const isWide = row.cells.length >= width * 0.6;
    const isDistinct = new Set(filled).size === filled.length;
    const score = known * 3 + (isWide ? 2 : -6) + (isDistinct ? 1 : -3);
    if (known > 0 && score > (best?.score ?? 0)) best = { at, score };
  }
  // Without a known word a first row of text above numbers or dates is a header too.
  const at = best?.at ?? (looksLikeHeader(rows) ? 0 : -1);
  return { titles: rows.slice(0, Math.max(at, 0)), header: rows[at] ?? null, data: rows.slice(at + 1) };
}

/** The number of cells that most rows have. */
function usualWidth(rows: readonly Row[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 0;
}

function looksLikeHeader([first, second]: readonly Row[]): boolean {
  if (!first || !second || first.cells.length < 2) return false;
  return first.cells.every(isText) && second.cells.some((cell) => !isText(cell));
}

/** Neither a number nor a date. */
export function isText(cell: Cell): boolean {
  if (typeof cell === "number") return false;
  if (judgeNumbers([cell]).share === 1) return false;
  return (
    "problem" in parseDate(cell, { order: "day-first" }) &&
    "problem" in parseDate(cell, { order: "month-first" })
  );
}

const TOTAL =
  /^(grand )?(total|totals|sum|summe|gesamt|gesamtsumme|suma|importe total|totale|somme|razem|łącznie|итого|всего|المجموع|الإجمالي|合计|总计|小计)\b|^(合计|总计|小计|итого|всего)/i;

/** What a total is of, by the first word after it. */
const OF = new Set([
  "for",
  "of",
  "in",
  "für",
  "im",
  "de",
  "del",
  "di",
  "per",
  "par",
  "pour",
  "za",
  "за",
  "по",
]);
const COUNTED = /^(?:deposits?|amount|clients?|rows?)$/i;

/** Whether the rest of the label is of a total: "Total (3)", "TOTAL: 2 clients", "Total 29 Nov", "Total for May". */
function isOfLabel(rest: string): boolean {
  const words = rest.replace(/^[^\p{L}\p{N}]+/u, "").split(/\s+/);
  const [first = ""] = words;
  return (
    first === "" ||
    /^\d/.test(first) ||
    OF.has(first.toLowerCase()) ||
    (words.length === 1 && COUNTED.test(first))
  );
}

/** What a total says in columns of texts: "3 clients", "All". */
const COUNT_OR_ALL =
  /^(?:\d{1,9}\s+\p{L}{1,20}|all|alle|todos|tous|tutti|todas|wszystkie|hepsi|все|الكل|全部)$/iu;

/** A last row that sums up the others: "Total;;;;68,68;;;", or with a figure, a day or a count in each column. */
export const isTotal = ({ cells }: Row): boolean => {
  const filled = cells.filter((cell) => cell !== "");
  const [first, ...rest] = filled;
  if (typeof first !== "string" || first.length > CELL_LIMITS.text || !TOTAL.test(first.trim())) return false;
  if (filled.length <= Math.max(2, cells.length / 2)) return true;
  // A client may be called "Total Trading".
  return isOfLabel(first.trim().replace(TOTAL, "")) && rest.every(isOfTotal);
};

const isOfTotal = (cell: Cell): boolean => {
  const text = String(cell).trim();
  const isNoText = !/[\p{L}\p{N}]/u.test(text) || readCurrency(text) !== null;
  return isNoText || !isText(cell) || COUNT_OR_ALL.test(text);
};
