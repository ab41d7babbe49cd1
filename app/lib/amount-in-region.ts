import Decimal from "decimal.js-light";
import { toAsciiFigure } from "./digits.ts";
import { getFormats } from "./regional-formats.ts";
import { readTypedAmount } from "./typed-amount.ts";

/** An amount, or the two that a figure such as `1.250` may mean. */
type RegionReading = { amount: string } | { whole: string; fraction: string };

/**
 * An amount that was typed in a form of the workspace, as its region writes it: `1.250` is 1250 where a point
 * groups. Not for programs, which write a decimal point.
 * @returns null if it is no amount
 */
export function readInRegion(typed: string, currency: string): RegionReading | null {
  const { amountMarks } = getFormats();
  const reading = readTypedAmount(typed, currency, () => [amountMarks]);
  if (!reading?.isDoubtful) return reading && { amount: reading.amount };
  const figure = toAsciiFigure(typed);
  const fraction = new Decimal(figure.replace(",", ".")).toFixed();
  // A visitor's language may use either mark for a fraction; a workspace has chosen its own.
  if (figure.includes(amountMarks.decimal)) return { amount: fraction };
  return { whole: figure.replace(/[.,]/, ""), fraction: withMark(fraction) };
}

/** An amount as a form of the workspace shows it at first, so that `readInRegion` reads the same; of none empty. */
export function writeInRegion(amount: string | null | undefined, currency: string): string {
  if (!amount) return "";
  const exact = new Decimal(amount);
  const spellings = [amount, exact.toFixed(), exact.toFixed(4)].map(withMark);
  const isRead = (spelling: string) => {
    const reading = readInRegion(spelling, currency);
    return reading !== null && "amount" in reading && exact.eq(reading.amount);
  };
  return spellings.find(isRead) ?? withMark(amount);
}

const withMark = (amount: string) =>
  getFormats().amountMarks.decimal === "," ? amount.replace(".", ",") : amount;
