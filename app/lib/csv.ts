import { type HasRegion, regionOf } from "./region.ts";
import { regionLocale } from "./regional-formats.ts";

/** The characters between cells, by the names that /api takes. */
const SEPARATORS = { comma: ",", semicolon: ";", tab: "\t" } as const;
export type CsvSeparator = keyof typeof SEPARATORS;
export const CSV_SEPARATORS = Object.keys(SEPARATORS) as [CsvSeparator, ...CsvSeparator[]];

export type CsvStyle = {
  /** With semicolons, decimals have a comma: spreadsheets expect the two together. */
  separator: CsvSeparator;
  /** Tells Excel that the file is UTF-8. Programs would read it as a part of the first cell. */
  hasByteOrderMark: boolean;
};

export type CsvColumn = { header: string; isNumber?: boolean };

const BYTE_ORDER_MARK = "\ufeff";
/** Text that a spreadsheet would read as a formula, with the full-width forms of its first character. */
const FORMULA = /^[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n]/;
/** An international phone number calculates nothing that does harm. */
const PHONE = /^\+\d{7,15}$/;
const NUMBER = /^-?\d+(\.\d+)?$/;

export const csvHead = (columns: readonly CsvColumn[], { separator, hasByteOrderMark }: CsvStyle): string =>
  (hasByteOrderMark ? BYTE_ORDER_MARK : "") +
  toLine(
    columns.map(({ header }) => toCell(header)),
    separator,
  );

/**
 * One line of a CSV file. All cells are quoted; one that a spreadsheet would run gets an apostrophe in front.
 * @param cells numbers have a decimal point
 */
export const csvLine = (
  cells: readonly (string | null)[],
  columns: readonly CsvColumn[],
  { separator }: CsvStyle,
): string =>
  toLine(
    cells.map((cell, index) => {
      if (!columns[index]?.isNumber || cell === null || !NUMBER.test(cell)) return toCell(cell);
      return `"${separator === "semicolon" ? cell.replace(".", ",") : cell}"`;
    }),
    separator,
  );

const toLine = (cells: readonly string[], separator: CsvSeparator) =>
  `${cells.join(SEPARATORS[separator])}\r\n`;

function toCell(value: string | null): string {
  if (value === null) return '""';
  const text = FORMULA.test(value) && !PHONE.test(value) ? `'${value}` : value;
  return `"${text.includes('"') ? text.replaceAll('"', '""') : text}"`;
}

/** What the spreadsheets of a workspace's region open: semicolons where decimals have a comma. */
export function regionalCsv(workspace: HasRegion): CsvStyle {
  const region = regionOf(workspace);
  const separator = separators.get(region) ?? (region && hasDecimalComma(region) ? "semicolon" : "comma");
  separators.set(region, separator);
  return { separator, hasByteOrderMark: true };
}

/** By region: each page of the list asks, and formats are expensive to make. */
const separators = new Map<string | null, CsvSeparator>();

function hasDecimalComma(region: string): boolean {
  const parts = new Intl.NumberFormat(regionLocale(region)).formatToParts(0.5);
  return parts.some(({ type, value }) => type === "decimal" && value === ",");
}
