import { coinCurrency } from "#app/lib/currency-signs.ts";
import { isCurrency } from "#app/lib/money.ts";
import { CELL_LIMITS, type Cell, type Row } from "../table.ts";

/** A meaning that a column can have, and how it is told. */
export type Meaning<M extends string> = {
  meaning: M;
  /** Headings in any language, in lower case and without accents; of several that fit the longest wins. */
  words: readonly string[];
  /** Of the filled cells of a column, how many fit this meaning: 0 to 1. Without it only headings tell. */
  judge?: (cells: readonly Cell[]) => number;
  /** With one of these a heading means something else: "Campaign name" is nobody's name. */
  except?: readonly string[];
  /** What the values must reach at least where a heading tells, so that "Account type" is no account. */
  atLeast?: number;
  /** Values alone tell this meaning. */
  byValues?: boolean;
  /** Of several headings that fit, the one with the highest rank counts: the total before the first. */
  rank?: (heading: string, cells: readonly Cell[]) => number;
  /** What has one value in all of its rows is nobody's. */
  isPersonal?: boolean;
};

export type RecognizedColumn<M extends string> = {
  index: number;
  heading: string;
  meaning: M | null;
  from: "heading" | "values" | null;
  /** What stands in parentheses or after the name: the zone of "created_at (UTC)", the currency of "Value USD". */
  hint: string | null;
  examples: string[];
};

/** The words of a list that is written with commas, over several lines, in plain form. */
export const listWords = (text: string): string[] => text.split(",").map(toPlainWords);

const JUDGED_ROWS = 500;
const EXAMPLES = 3;
/** Values without a heading must nearly all fit. */
const BY_VALUES = 0.9;
const BY_HEADING = 0.5;
/** So many rows with one value show that it is not of their clients. */
const SAME_ROWS = 3;

/** Letters that Unicode doesn't take apart into a letter and an accent. */
const NOT_DECOMPOSED: Readonly<Record<string, string>> = { ß: "ss", ł: "l", ø: "o", đ: "d", ı: "i" };

/** Text in one form to compare words in: "Datum / Uhrzeit", "<DATUM>" and "datum_uhrzeit" are "datum uhrzeit". */
export const toPlainWords = (text: string): string =>
  text
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .replace(/[ßłøđı]/g, (letter) => NOT_DECOMPOSED[letter] ?? letter)
    .replace(/[^\p{L}\p{N}#%]+/gu, " ")
    .trim();

/** A heading without what is in parentheses; empty for a longer text. */
export const plainHeading = (heading: string): string =>
  heading.length > CELL_LIMITS.text ? "" : toPlainWords(heading.replace(/[([{].*?[)\]}]/g, " "));

function hintOf(heading: string): string | null {
  if (heading.length > CELL_LIMITS.text) return null;
  const inParentheses = /[([{]([^)\]}]+)[)\]}]/.exec(heading)?.[1]?.trim();
  // "ALL deposits" are not Albanian ones.
  const bare = heading.replace(/["'“”„«»]/g, "").trim();
  const [, first, last] = /^(?!ALL|TOP)([A-Z]{3,5})[ _]|[ _,/-]([A-Z]{3,5})$/.exec(bare) ?? [];
  const code = first ?? last;
  return inParentheses ?? (code && (isCurrency(code) || coinCurrency(code)) ? code : null);
}

export const WHOLE = 100;

/** How well words fit a heading: the length of the longest that stands in it; a whole heading fits best. */
export function fitHeading(heading: string, words: readonly string[]): number {
  let best = 0;
  for (const word of words) {
    if (heading === word) best = WHOLE + word.length;
    // Chinese has no blanks between words.
    else if (` ${heading} `.includes(` ${word} `) || (/\p{sc=Han}/u.test(word) && heading.includes(word)))
      best = Math.max(best, word.length);
  }
  return best;
}

/** A meaning that a column may have, and how well it fits. */
export type ColumnCandidate<M extends string> = {
  index: number;
  meaning: M;
  from: "heading" | "values";
  /** A column without values, or with a lower rank than another of the meaning, comes last. */
  isEmpty: boolean;
  rank: number;
  fit: number;
  share: number;
};

/** All meanings that the columns may have by their headings and values. */
export function findCandidates<M extends string>(
  headings: readonly string[],
  rows: readonly Row[],
  meanings: readonly Meaning<M>[],
): ColumnCandidate<M>[] {
  const judged = rows.slice(0, JUDGED_ROWS);
  const candidates = Array.from({ length: widthOf(headings, judged) }, (_, index) => {
    const cells = filledCells(judged, index);
    const plain = plainHeading(headings[index] ?? "");
    const isSame = cells.length >= SAME_ROWS && new Set(cells.map(String)).size === 1;
    return meanings.flatMap<ColumnCandidate<M>>((one) => {
      const { meaning, words, except, judge, atLeast = BY_HEADING, byValues, rank, isPersonal } = one;
      if ((except && fitHeading(plain, except) > 0) || (isPersonal && isSame)) return [];
      const share = judge && cells.length > 0 ? judge(cells) : null;
      const found = { index, meaning, isEmpty: cells.length === 0, share: share ?? 0 };
      const fit = fitHeading(plain, words);
      if (fit > 0 && (share === null || share >= atLeast))
        return [{ ...found, from: "heading", rank: rank?.(plain, cells) ?? 0, fit }];
      if (byValues && share !== null && share >= BY_VALUES)
        return [{ ...found, from: "values", rank: 0, fit: 0 }];
      return [];
    });
  }).flat();
  const best = new Map<M, number>();
  for (const { meaning, rank, from, isEmpty } of candidates)
    if (from === "heading" && !isEmpty) best.set(meaning, Math.max(best.get(meaning) ?? rank, rank));
  return candidates
    .map((one) => ({
      ...one,
      rank: one.from === "heading" ? one.rank - (best.get(one.meaning) ?? one.rank) : 0,
    }))
    .sort(
      (a, b) =>
        Number(a.isEmpty) - Number(b.isEmpty) ||
        (a.from === b.from ? 0 : a.from === "heading" ? -1 : 1) ||
        b.rank - a.rank ||
        b.fit - a.fit ||
        b.share - a.share ||
        a.index - b.index,
    );
}

/**
 * Says what each column means, from its heading, else from its values. Each meaning is given once, to the
 * column that fits best.
 */
export function recognizeColumns<M extends string>(
  headings: readonly string[],
  rows: readonly Row[],
  meanings: readonly Meaning<M>[],
  candidates: readonly ColumnCandidate<M>[] = findCandidates(headings, rows, meanings),
): RecognizedColumn<M>[] {
  const judged = rows.slice(0, JUDGED_ROWS);
  const columns: RecognizedColumn<M>[] = Array.from({ length: widthOf(headings, judged) }, (_, index) => ({
    index,
    heading: headings[index] ?? "",
    meaning: null,
    from: null,
    hint: hintOf(headings[index] ?? ""),
    examples: examplesOf(judged, index),
  }));
  const taken = new Set<M>();
  for (const { index, meaning, from } of candidates) {
    const column = columns[index];
    if (!column || column.meaning !== null || taken.has(meaning)) continue;
    taken.add(meaning);
    Object.assign(column, { meaning, from });
  }
  return columns;
}

const widthOf = (headings: readonly string[], rows: readonly Row[]): number =>
  Math.max(headings.length, ...rows.map(({ cells }) => cells.length), 0);

const filledCells = (rows: readonly Row[], index: number): Cell[] =>
  rows.flatMap(({ cells }) => {
    const cell = cells[index];
    return cell === undefined || cell === "" ? [] : [cell];
  });

const examplesOf = (rows: readonly Row[], index: number): string[] =>
  [...new Set(filledCells(rows, index).map(String))].slice(0, EXAMPLES);
