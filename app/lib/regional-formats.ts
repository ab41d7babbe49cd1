/**
 * How a region writes numbers and dates. The texts stay in English. The server finds it and browsers get it
 * with the page, because their `Intl` may know other conventions.
 */
export type RegionalFormats = {
  group: string;
  decimal: string;
  /** The marks of an amount as people type it: in Austria others than those of a number. */
  amountMarks: { group: string; decimal: string };
  /** Whether a number of four digits is grouped: 1,250. */
  groupsThousands: boolean;
  /** Whether thousands are grouped by two digits above the first three: 12,50,000. */
  isIndian: boolean;
  isCurrencyFirst: boolean;
  isMonthFirst: boolean;
};

const AMERICAN: RegionalFormats = {
  group: ",",
  decimal: ".",
  groupsThousands: true,
  isIndian: false,
  amountMarks: { group: ",", decimal: "." },
  isCurrencyFirst: true,
  isMonthFirst: true,
};

let source: () => RegionalFormats | undefined = () => undefined;

/** Sets what the formats are read from: the request on the server, the page in a browser. */
export function setFormatsSource(read: typeof source): void {
  source = read;
}

/** Those of the running work; the American ones outside a workspace. */
export const getFormats = (): RegionalFormats => source() ?? AMERICAN;

/** The locale of a region's main language. Its script is left out: with it, `Intl` ignores the region. */
export function regionLocale(region: string): Intl.Locale {
  const { language } = new Intl.Locale("und", { region }).maximize();
  return new Intl.Locale(language, { region, numberingSystem: "latn" });
}

const known = new Map<string, RegionalFormats>();

/** @param region ISO 3166; null for none */
export function findFormats(region: string | null): RegionalFormats {
  if (region === null) return AMERICAN;
  const formats = known.get(region) ?? readFormats(regionLocale(region));
  known.set(region, formats);
  return formats;
}

function readFormats(locale: Intl.Locale): RegionalFormats {
  const currency = { style: "currency", currency: "EUR" } as const;
  const parts = new Intl.NumberFormat(locale, currency).formatToParts(1_234_567.5);
  const number = new Intl.NumberFormat(locale);
  // Not the marks of an amount: Cape Verde's amounts have a dollar sign as the decimal mark.
  const plain = number.formatToParts(1_234_567.5);
  const textOf = (type: string, among = plain) => among.find((part) => part.type === type)?.value;
  const place = (type: string) => parts.findIndex((part) => part.type === type);
  const date = new Intl.DateTimeFormat(locale, { month: "long", day: "numeric" }).formatToParts(0);
  const placeInDate = (type: string) => date.findIndex((part) => part.type === type);
  const isRightToLeft = parts.some(({ value }) => /[\u200f\u061c]/.test(value));
  return {
    group: textOf("group") ?? AMERICAN.group,
    decimal: textOf("decimal") ?? AMERICAN.decimal,
    amountMarks: {
      group: textOf("group", parts) ?? AMERICAN.group,
      decimal: textOf("decimal", parts) ?? AMERICAN.decimal,
    },
    groupsThousands: number.format(1234).length > 4,
    isIndian: textOf("integer")?.length === 2,
    // An English line keeps its own order where the region's goes from right to left.
    isCurrencyFirst: isRightToLeft || place("currency") < place("integer"),
    isMonthFirst: placeInDate("month") < placeInDate("day"),
  };
}

const numbers = new Map<string, Intl.NumberFormat>();

/** The options of `Intl` that a region's grouping needs, and the locale that has them in every browser. */
function groupingOf({ isIndian, groupsThousands }: RegionalFormats) {
  return { locale: isIndian ? "en-IN" : "en-US", useGrouping: groupsThousands ? "always" : "min2" } as const;
}

/** Formats a count or another number: `1,250`. */
export function formatNumber(value: number): string {
  const formats = getFormats();
  const { locale, useGrouping } = groupingOf(formats);
  const key = `${locale} ${useGrouping}`;
  const format = numbers.get(key) ?? new Intl.NumberFormat(locale, { useGrouping, maximumFractionDigits: 4 });
  numbers.set(key, format);
  return withMarks(format.format(value), formats);
}

/** Replaces the marks of an English number. */
const withMarks = (text: string, { group, decimal }: RegionalFormats): string =>
  group === "," && decimal === "." ? text : text.replace(/[,.]/g, (mark) => (mark === "," ? group : decimal));

const moneys = new Map<string, Intl.NumberFormat>();

/** Formats an amount: `€1,284.00`, or `1.284,00 €` where the currency comes after it. */
export function formatMoney(amount: string, currency: string, digits: number): string {
  const formats = getFormats();
  const { locale, useGrouping } = groupingOf(formats);
  const key = `${locale} ${useGrouping} ${currency}`;
  let format = moneys.get(key);
  if (!format) {
    const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    format = new Intl.NumberFormat(locale, { style: "currency", currency, useGrouping, ...fraction });
    moneys.set(key, format);
  }
  // Intl formats decimal strings exactly; only its type demands a number.
  const parts = format.formatToParts(amount as unknown as number);
  const join = (types: RegExp) =>
    parts
      .filter(({ type }) => types.test(type))
      .map(({ type, value }) => (type === "group" || type === "decimal" ? formats[type] : value))
      .join("");
  if (formats.isCurrencyFirst) return join(/./);
  return `${join(/^(minusSign|integer|group|decimal|fraction)$/)}\u00a0${join(/^currency$/)}`;
}

/** Puts an English date in the region's order: `November 13, 2026` becomes `13 November 2026`. */
export const inOrder = (date: string): string =>
  getFormats().isMonthFirst
    ? date
    : date.replace(/([A-Z][a-z]+) (\d{1,2})(?!\d)(?:, (\d{4}))?/, (_, month, day, year) =>
        [day, month, year].filter(Boolean).join(" "),
      );
