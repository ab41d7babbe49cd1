import { currencyDigits } from "#app/lib/money.ts";
import type { Cell } from "../table.ts";
import { type DecimalMark, judgeNumbers } from "./numbers.ts";

/**
 * One file has one decimal mark: the columns with money decide together. Open if each could be either, except in a
 * currency without decimals.
 */
export function judgeMark(
  columns: readonly Cell[][],
  currency: string | null = null,
): { mark: DecimalMark; isOpen: boolean } {
  const marks = columns.map((cells) => judgeNumbers(cells).mark).filter((mark) => mark !== null);
  if (marks.length > 0) {
    const commas = marks.filter((mark) => mark === ",").length;
    return { mark: commas > marks.length / 2 ? "," : ".", isOpen: false };
  }
  // "1.250" alone is a thousand and a quarter: money has two decimals, seldom three.
  const grouped = columns.flat().find((cell) => typeof cell === "string" && /\d[.,]\d{3}\b/.test(cell));
  const hasNoDecimals = currency !== null && currencyDigits(currency) === 0;
  const isPoint = typeof grouped === "string" && /\d\.\d{3}\b/.test(grouped);
  return { mark: isPoint ? "," : ".", isOpen: grouped !== undefined && !hasNoDecimals };
}
