import { splitCurrency } from "#app/lib/currency-signs.ts";
import { toAsciiDigits } from "#app/lib/digits.ts";
import { withoutEnd } from "#app/lib/without-end.ts";
import { CELL_LIMITS } from "../table.ts";

export type DecimalMark = "." | ",";

const SIGNS = /[−–]/g;
/** Grouping that is never a decimal mark: spaces of all widths and apostrophes. */
const BLANKS = /[\s\u00a0\u202f'’]/g;
const PLAIN = /^\d[\d.,]*$|^[.,]\d+$/;

/** The currency that a cell of amounts writes beside the figure: "€ 1.250,00", "100 USD". */
export const readAmountCurrency = (cell: string | number): string | null =>
  typeof cell === "number" || cell.length > CELL_LIMITS.figure || PLAIN.test(cell)
    ? null
    : splitCurrency(withoutSigns(toAsciiDigits(cell))).currency;

/** A code or a sign of one currency only: "EUR", "€". "$" may be several. */
export const readCurrency = (text: string): string | null => readAmountCurrency(`1 ${text.trim()}`);

const withoutSigns = (text: string) => text.replace(SIGNS, "-").replace(/[-+()%]/g, "");

/** The digits, marks and sign of a cell: "(€ 1.250,00)" is "-1.250,00". Null if it holds anything else. */
function strip(cell: string): string | null {
  if (cell.length > CELL_LIMITS.figure) return null;
  const text = toAsciiDigits(cell).replace(SIGNS, "-").trim();
  // "250,-" has a dash in the place of its fraction.
  const isNegative = /^\(.*\)$|^\D{0,4}-|(?<![.,:]\s?)-$/.test(text);
  const { amount } = splitCurrency(withoutSigns(text));
  const number = amount.replace(BLANKS, "");
  if (!PLAIN.test(number) || /\d-\d/.test(text)) return null;
  return isNegative ? `-${number}` : number;
}

/** Which mark is the decimal one, if this number alone tells. */
function markOf(number: string): DecimalMark | null {
  const last = Math.max(number.lastIndexOf("."), number.lastIndexOf(","));
  if (last === -1) return null;
  const mark = number[last] as DecimalMark;
  const other = mark === "." ? "," : ".";
  if (number.includes(other)) return mark;
  if (number.indexOf(mark) !== last) return other;
  const [before = "", after = ""] = number.replace(/^[-+]/, "").split(mark);
  const couldGroup = after.length === 3 && before.length >= 1 && before.length <= 3 && before !== "0";
  return couldGroup ? null : mark;
}

export type NumberColumn = {
  /** Of the cells that are not empty, how many are numbers: 0 to 1. */
  share: number;
  /** Null if no cell tells. */
  mark: DecimalMark | null;
};

/** Decides the decimal mark from a whole column. The more frequent evidence wins: others become unreadable. */
export function judgeNumbers(cells: readonly (string | number)[]): NumberColumn {
  let [filled, numbers] = [0, 0];
  const evidence = { ".": 0, ",": 0 };
  for (const cell of cells) {
    if (cell === "") continue;
    filled += 1;
    if (typeof cell === "number") {
      numbers += 1;
      continue;
    }
    const number = strip(cell);
    // "24.12.26" is no number with either mark.
    if (number === null || (parseNumber(cell, ".") ?? parseNumber(cell, ",")) === null) continue;
    numbers += 1;
    const mark = markOf(number);
    if (mark) evidence[mark] += 1;
  }
  const mark = evidence["."] === evidence[","] ? null : evidence["."] > evidence[","] ? "." : ",";
  return { share: filled === 0 ? 0 : numbers / filled, mark };
}

/**
 * A cell as a decimal string: "1.250,50 €" with the mark "," is "1250.50".
 * @returns null if it is no number with this decimal mark
 */
export function parseNumber(cell: string | number, mark: DecimalMark): string | null {
  if (typeof cell === "number") return Number.isFinite(cell) ? plainDecimal(cell) : null;
  const number = strip(cell);
  if (number === null) return null;
  const group = mark === "." ? "," : ".";
  const [whole = "", decimals, ...rest] = number.split(mark);
  if (rest.length > 0 || decimals?.includes(group)) return null;
  const groups = whole.replace(/^[-+]/, "").split(group);
  // In India all groups but the last have two digits: 1,00,000.
  const isGrouped =
    groups.at(-1)?.length === 3 && groups.slice(1).every(({ length }) => length === 2 || length === 3);
  if (groups.length > 1 && !isGrouped) return null;
  const sign = whole.startsWith("-") ? "-" : "";
  return `${sign}${groups.join("").replace(/^0+(?=\d)/, "") || "0"}${decimals ? `.${decimals}` : ""}`;
}

/** Without an exponent, and without what binary floating point adds: 0.1 + 0.2 is "0.3". */
function plainDecimal(number: number): string {
  const text = String(Number(number.toPrecision(15)));
  return text.includes("e") ? withoutEnd(withoutEnd(number.toFixed(10), "0"), ".") : text;
}
