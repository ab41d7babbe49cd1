import { toAsciiFigure } from "./digits.ts";
import { currencyDigits, isCurrency, practicalDigits, toAmount } from "./money.ts";

type AmountReading = {
  /** As `toAmount` gives it. */
  amount: string;
  /** Whether it may as well be another amount, so that whoever typed it is asked. */
  isDoubtful: boolean;
};

/** A mark with three digits after it: it groups thousands, or begins a fraction. */
const THREE_DIGITS = /^(?<thousands>[1-9]\d{0,2})(?<mark>[.,])(?<three>\d{3})$/;
/** With three digits of fraction, where French is written: `12,500` is twelve and a half to many. */
const ALWAYS_ASKED = new Set(["TND"]);

/**
 * An amount as a person with that currency means it where the figure alone does not tell: `250.000` is a quarter
 * of a million where nobody uses a fraction (VND, IDR, CLP), and `1.250` a thousand where a point groups.
 * @param notations those that the person may use: of the language and of the country
 */
export function readTypedAmount(
  typed: string,
  currency: string,
  notations: () => Notation[],
): AmountReading | null {
  const { thousands = "", mark, three = "" } = THREE_DIGITS.exec(toAsciiFigure(typed))?.groups ?? {};
  const plain = toAmount(typed);
  if (mark === undefined || !isCurrency(currency)) return asCertain(plain);
  const whole = thousands + three;
  if (practicalDigits(currency) === 0) return asCertain(whole);
  const uses = notations().map((notation) => useOf(mark, notation));
  const isEach = (use: Use) => uses.length > 0 && uses.every((one) => one === use);
  if (currencyDigits(currency) < 3) {
    // As a fraction it would have more digits than the currency: nobody writes that.
    if (mark === "," || isEach("group")) return asCertain(whole);
    return uses.some((use) => use !== "fraction") ? { amount: whole, isDoubtful: true } : asCertain(plain);
  }
  const fraction = `${thousands}.${three}`;
  const isOfFraction = uses.length === 0 ? mark === "." : isEach("fraction");
  if (mark === "," && ALWAYS_ASKED.has(currency))
    return { amount: uses[0] === "group" ? whole : fraction, isDoubtful: true };
  if (isOfFraction) return asCertain(fraction);
  if (mark === "," && (uses.length === 0 || isEach("group"))) return asCertain(whole);
  return { amount: uses[0] === "group" ? whole : fraction, isDoubtful: true };
}

const asCertain = (amount: string | null): AmountReading | null =>
  amount === null ? null : { amount, isDoubtful: false };

type Use = "group" | "fraction" | "neither";

function useOf(mark: string, { group, decimal }: Notation): Use {
  if (mark === decimal) return "fraction";
  return mark === group ? "group" : "neither";
}

export type Notation = { group: string; decimal: string };

/** Locales come from browsers, which may send anything. */
const KNOWN_MAX = 1_000;
const known = new Map<string, Notation>();

/** How amounts are written: in Austria with other marks than numbers. */
export function notationOf(locale: string): Notation {
  const before = known.get(locale);
  if (before) return before;
  const options = { style: "currency", currency: "EUR", numberingSystem: "latn" } as const;
  const parts = new Intl.NumberFormat(locale, options).formatToParts(1_234_567.5);
  const textOf = (type: string, usual: string) => parts.find((part) => part.type === type)?.value ?? usual;
  const notation = { group: textOf("group", ","), decimal: textOf("decimal", ".") };
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(locale, notation);
  return notation;
}
