import Decimal from "decimal.js-light";

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

/**
 * Parses a positive amount in any country's notation into a decimal string with at most four digits; null
 * if invalid. `1.250` keeps its last zero, so that `fitsCurrency` accepts it only for currencies with three
 * digits.
 */
export function toAmount(value: string | number): string | null {
  if (typeof value === "number") return Number.isFinite(value) ? canonical(String(value)) : null;
  const text = value.trim().replace(/\s/g, " ").replaceAll("\u2019", "'");
  const { whole, fraction } =
    (!ONE_POINT.test(text) && (GROUPED.exec(text) ?? INDIAN.exec(text))?.groups) || {};
  if (AMBIGUOUS.test(text)) return text;
  if (whole === undefined) return canonical(text.replace(",", "."));
  return canonical([whole.replace(/\D/g, ""), fraction].filter(Boolean).join("."));
}

/** The sign before or after a figure. A sign that several currencies share is ambiguous. */
const AFFIXED =
  /^\s*(?<before>[^\d\s.,'\u2019+-]{1,4})?\s*(?<figure>\d[\d\s.,'\u2019]*?)\s*(?<after>[^\d\s.,'\u2019+-]{1,4})?\s*$/u;
const SIGNS: Readonly<Record<string, string>> = {
  ...{
    "€": "EUR",
    "£": "GBP",
    "₹": "INR",
    "₩": "KRW",
    "₺": "TRY",
    "₴": "UAH",
    "₪": "ILS",
    "₫": "VND",
    "₱": "PHP",
  },
  ...{ ZŁ: "PLN", KČ: "CZK", R$: "BRL", US$: "USD", FT: "HUF", LEI: "RON" },
};
const SHARED_SIGNS = new Set(["$", "¥", "KR", "FR"]);

/** An amount without the currency that was typed with it, and that currency: `1.250,50 €` or `USD 1,250`. */
export function splitCurrency(text: string): { amount: string; currency: string | null } {
  const { before, figure, after } = AFFIXED.exec(text)?.groups ?? {};
  const sign = (before ?? after)?.toUpperCase();
  if (figure === undefined || sign === undefined || (before && after))
    return { amount: text, currency: null };
  if (SHARED_SIGNS.has(sign)) return { amount: figure, currency: null };
  const currency = SIGNS[sign] ?? (isCurrency(sign) ? sign : null);
  return currency === null ? { amount: text, currency } : { amount: figure, currency };
}

function canonical(text: string): string | null {
  if (!DECIMAL_TEXT.test(text)) return null;
  const amount = new Decimal(text);
  return amount.gt(0) && amount.lte(MAX) ? amount.toFixed() : null;
}

/** Currencies whose digits in Intl differ from ISO 4217. A test compares all with the standard's list. */
const ISO_DIGITS: Readonly<Record<string, number>> = {
  ...{ AFN: 2, ALL: 2, COP: 2, HUF: 2, IDR: 2, IQD: 3, IRR: 2, KPW: 2, LAK: 2, LBP: 2, MGA: 2, MMK: 2 },
  ...{ PKR: 2, SOS: 2, SYP: 2, XDR: 0, XSU: 0, YER: 2 },
};

// Creating an Intl.NumberFormat takes longer than the rest of reading an amount.
const knownDigits = new Map<string, number>(Object.entries(ISO_DIGITS));
const formats = new Map<string, Intl.NumberFormat>();

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

/** An amount with its currency's code, to ask about both: `999,999 EUR`. */
export function spellMoney(amount: string, currency: string): string {
  const digits = currencyDigits(currency);
  const format = new Intl.NumberFormat("en-US", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    trailingZeroDisplay: "stripIfInteger",
  });
  return `${format.format(new Decimal(amount).toFixed() as unknown as number)} ${currency}`;
}

/** Formats an amount for people: `€1,284.00`. */
export function displayMoney(amount: string, currency: string, locale = "en-US"): string {
  const key = `${locale} ${currency}`;
  let format = formats.get(key);
  if (!format) {
    const digits = currencyDigits(currency);
    format = new Intl.NumberFormat(locale, {
      style: "currency",
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    formats.set(key, format);
  }
  // Intl formats decimal strings exactly; only its type demands a number.
  return format.format(new Decimal(amount).toFixed() as unknown as number);
}
