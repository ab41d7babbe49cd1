import Decimal from "decimal.js-light";
import { toAsciiFigure } from "./digits.ts";
import { formatMoney } from "./regional-formats.ts";

const CURRENCIES = new Set(Intl.supportedValuesOf("currency"));
/** Listed first in a currency select. */
export const COMMON_CURRENCIES = [
  "EUR",
  "USD",
  "GBP",
  "CHF",
  "AUD",
  "CAD",
  "JPY",
  "SEK",
  "NOK",
  "DKK",
  "PLN",
  "CZK",
  "AED",
  "SGD",
  "ZAR",
  "BRL",
  "MXN",
  "INR",
];

const MAX = new Decimal("999999999999.9999");
const DECIMAL_TEXT = /^\d{1,12}(\.\d{1,4})?$/;

/** All currencies, the common ones first. */
export function currencyCodes(): string[] {
  return [...new Set([...COMMON_CURRENCIES, ...CURRENCIES])];
}

/** Whether `code` is an upper-case ISO 4217 code that this Node.js knows. */
export function isCurrency(code: string): boolean {
  return CURRENCIES.has(code);
}

/**
 * One thousands separator throughout and another before the fraction: `1,250.50`, `1.250,50`, `1 250,5`,
 * `1'250`.
 */
const GROUPED =
  /^(?<whole>[1-9]\d{0,2}(?<sign>[,. '])\d{3}(?:\k<sign>\d{3})*)(?:(?!\k<sign>)[.,](?<fraction>\d{1,4}))?$/;
/** Indian grouping: `12,50,000.50`. */
const INDIAN = /^(?<whole>[1-9]\d?(?:,\d{2})+,\d{3})(?:\.(?<fraction>\d{1,4}))?$/;
const ONE_POINT = /^\d+\.\d+$/;
/** Ambiguous: 1.25 to a program, 1,250 in much of Europe: `1.250`. */
const AMBIGUOUS = /^[1-9]\d{0,2}\.\d\d0$/;

/** A dash in the place of the fraction: `250,-`, `250.–`, `250:-`, and in India and East Africa `250/-`, `250/=`. */
const WHOLE_ENDING = /^(?<figure>.*\d) ?(?:[.,:] ?-{1,2}|\/[-=])$/;
/** Short for thousands and more, where that means the same to everybody: `250k`, `250 mil`, `1,5 jt`. */
export const MULTIPLES: Readonly<Record<string, number>> = {
  k: 1e3,
  mil: 1e3,
  tsd: 1e3,
  tys: 1e3,
  rb: 1e3,
  ribu: 1e3,
  bin: 1e3,
  тыс: 1e3,
  тис: 1e3,
  ألف: 1e3,
  nghìn: 1e3,
  ngàn: 1e3,
  พัน: 1e3,
  हज़ार: 1e3,
  हजार: 1e3,
  万: 1e4,
  萬: 1e4,
  만: 1e4,
  lakh: 1e5,
  lakhs: 1e5,
  lac: 1e5,
  लाख: 1e5,
  jt: 1e6,
  juta: 1e6,
  triệu: 1e6,
};
const MULTIPLE = /^(?<figure>\d{1,4}(?:[.,]\d{1,2})?) ?(?<word>[\p{L}\p{M}]+)\.?$/u;

/**
 * Parses a positive amount in any country's notation into a decimal string with at most four digits; null
 * if invalid. `1.250` keeps its last zero, so that `fitsCurrency` accepts it only for currencies with three
 * digits.
 */
export function toAmount(value: string | number): string | null {
  if (typeof value === "number") return Number.isFinite(value) ? canonical(String(value)) : null;
  const text = toAsciiFigure(value);
  const ending = WHOLE_ENDING.exec(text)?.groups?.figure;
  if (ending !== undefined && !ending.includes("-")) return toWhole(ending) ?? toDecimal(ending);
  const { figure, word } = MULTIPLE.exec(text)?.groups ?? {};
  if (figure !== undefined && word !== undefined) return multiply(figure, word);
  return toDecimal(text);
}

/** All its marks group: `1.250` is 1250. */
function toWhole(text: string): string | null {
  const { whole, fraction } = (GROUPED.exec(text) ?? INDIAN.exec(text))?.groups ?? {};
  return whole === undefined || fraction !== undefined ? null : canonical(whole.replace(/\D/g, ""));
}

function multiply(figure: string, word: string): string | null {
  const key = word.toLowerCase().normalize("NFC");
  const multiple = Object.hasOwn(MULTIPLES, key) ? MULTIPLES[key] : undefined;
  const times = multiple && canonical(figure.replace(",", "."));
  return times ? canonical(new Decimal(times).mul(multiple).toFixed()) : null;
}

function toDecimal(text: string): string | null {
  const { whole, fraction } =
    (!ONE_POINT.test(text) && (GROUPED.exec(text) ?? INDIAN.exec(text))?.groups) || {};
  if (AMBIGUOUS.test(text)) return text;
  if (whole === undefined) return canonical(text.replace(",", "."));
  return canonical([whole.replace(/\D/g, ""), fraction].filter(Boolean).join("."));
}

function canonical(text: string): string | null {
  if (!DECIMAL_TEXT.test(text)) return null;
  const amount = new Decimal(text);
  return amount.gt(0) && amount.lte(MAX) ? amount.toFixed() : null;
}

/** Currencies whose digits in Intl differ from ISO 4217. A test compares all with the standard's list. */
const ISO_DIGITS: Readonly<Record<string, number>> = {
  AFN: 2,
  ALL: 2,
  COP: 2,
  HUF: 2,
  IDR: 2,
  IQD: 3,
  IRR: 2,
  KPW: 2,
  LAK: 2,
  LBP: 2,
  MGA: 2,
  MMK: 2,
  PKR: 2,
  SOS: 2,
  SYP: 2,
  XDR: 0,
  XSU: 0,
  YER: 2,
};

// Creating an Intl.NumberFormat takes longer than the rest of reading an amount.
const knownDigits = new Map<string, number>(Object.entries(ISO_DIGITS));
const formats = new Map<string, Intl.NumberFormat>();

/** How many digits people use: none of the fractions that ISO 4217 has for IDR or COP. */
export const practicalDigits = (currency: string): number =>
  currency in ISO_DIGITS
    ? // Where Intl differs from the standard it follows the people.
      (new Intl.NumberFormat("en-US", { style: "currency", currency }).resolvedOptions()
        .maximumFractionDigits ?? 2)
    : currencyDigits(currency);

/** A currency's decimal digits by ISO 4217: JPY none, EUR two, KWD three. */
export function currencyDigits(currency: string): number {
  let digits = knownDigits.get(currency);
  if (digits === undefined) {
    const format = new Intl.NumberFormat("en-US", { style: "currency", currency });
    digits = format.resolvedOptions().maximumFractionDigits ?? 2;
    knownDigits.set(currency, digits);
  }
  return digits;
}

/**
 * Whether the amount has no more digits than the currency allows: JPY has none, so 5.55 does not fit.
 * @param amount a result of `toAmount`
 */
export function fitsCurrency(amount: string, currency: string): boolean {
  const { length } = amount.split(".")[1] ?? "";
  return !isCurrency(currency) || length <= currencyDigits(currency);
}

/** An amount with its currency's digits, as in responses: `1284` EUR becomes `1284.00`. */
export function formatAmount(amount: string, currency: string): string {
  return new Decimal(amount).toFixed(currencyDigits(currency), Decimal.ROUND_HALF_EVEN);
}

type Spelling = { locale?: string; hasZeros?: boolean };

/**
 * An amount with its currency's code, to ask about both: `999,999 EUR`, in German `999.999 EUR`.
 * @param hasZeros whether a whole amount has its decimals too, which tell `1.250,00` from a fraction
 */
export function spellMoney(
  amount: string,
  currency: string,
  { locale = "en-US", hasZeros = false }: Spelling = {},
): string {
  const digits = currencyDigits(currency);
  const format = new Intl.NumberFormat(locale, {
    numberingSystem: "latn",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    trailingZeroDisplay: hasZeros ? "auto" : "stripIfInteger",
  });
  return `${format.format(new Decimal(amount).toFixed() as unknown as number)} ${currency}`;
}

const AMOUNTS = /(?<![\w.,])(\d{1,15}(?:\.\d{1,4})?) ([A-Z]{3})(?!\w)/g;

/** The stored sentences about amounts. Others name account numbers and sub-IDs, which may look like amounts. */
const ABOUT_AMOUNTS = /^(?:Both say|The file says|The sum of|Lines) /;

/** A stored sentence with its amounts as the workspace's region writes them: `350.00 EUR` becomes `350,00 €`. */
export const displayMoneyIn = (text: string): string =>
  !ABOUT_AMOUNTS.test(text)
    ? text
    : text.replace(AMOUNTS, (written, amount: string, currency: string) =>
        isCurrency(currency) ? displayMoney(amount, currency) : written,
      );

/**
 * Formats an amount for people: `€1,284.00`.
 * @param locale of a visitor; without it the workspace's region decides
 */
export function displayMoney(amount: string, currency: string, locale?: string): string {
  const digits = currencyDigits(currency);
  const exact = new Decimal(amount).toFixed();
  if (locale === undefined) return formatMoney(exact, currency, digits);
  const key = `${locale} ${currency}`;
  let format = formats.get(key);
  if (!format) {
    const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    format = new Intl.NumberFormat(locale, { style: "currency", currency, ...fraction });
    formats.set(key, format);
  }
  // Intl formats decimal strings exactly; only its type demands a number.
  return format.format(exact as unknown as number);
}
