/** What a cell holds: text, or a number of a workbook, whose dates become ISO text. */
export type Cell = string | number;

/** A row as it stands in its file; the first line is 1. */
export type Row = { line: number; cells: Cell[] };

/** A file with one table per sheet; text files have one sheet without a name. */
export type TableFile = {
  sheets: { name: string; isHidden: boolean }[];
  rows(sheet: number): AsyncIterable<Row>;
};

/** A table is never larger than this: what follows is refused, not cut off. */
export const TABLE_LIMITS = {
  bytes: 20 * 1024 * 1024,
  rows: 200_000,
  columns: 250,
  cellCharacters: 10_000,
  /** Of what a workbook or ZIP unpacks to. */
  unpackedBytes: 300 * 1024 * 1024,
} as const;

/** A longer text is no date, time or amount; no word, heading, email or line of a title. Patterns never see it. */
export const CELL_LIMITS = { figure: 64, text: 320 } as const;

/** The file can't be read; the message is for its owner and names the line where there is one. */
export class UnreadableTable extends Error {
  override name = "UnreadableTable";
}
