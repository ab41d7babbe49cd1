import { Readable } from "node:stream";
import { writeXlsxStream } from "hucre/xlsx";
import { type CsvColumn, type CsvStyle, csvHead, csvLine } from "./csv.ts";
import type { ExportFormat } from "./export-types.ts";

/** Numbers have a decimal point. */
export type Cells = (string | null)[];

/** A list as a table, a page of rows at a time. */
export type ListTable = {
  name: string;
  /** `isDigits`: digits that are no number, such as a phone's; a spreadsheet keeps them as text. */
  columns: (CsvColumn & { isDigits?: boolean })[];
  pages: AsyncIterable<Cells[]>;
};

/** `csv`: how a CSV file is written. */
export type FileStyle = { format: ExportFormat; csv: CsvStyle };

/** Digits that a spreadsheet's number keeps. */
const DIGITS_MAX = 15;

/** The file of a list, part by part, in bounded memory. */
export const writeListFile = (table: ListTable, { format, csv }: FileStyle) =>
  format === "csv" ? writeCsv(table, csv) : writeXlsx(table);

async function* writeCsv({ columns, pages }: ListTable, style: CsvStyle): AsyncGenerator<string> {
  yield csvHead(columns, style);
  for await (const rows of pages)
    if (rows.length > 0) yield rows.map((cells) => csvLine(cells, columns, style)).join("");
}

/** Texts are written as texts, so that none is a formula. */
async function* writeXlsx({ name, columns, pages }: ListTable): AsyncGenerator<Uint8Array> {
  const rows = async function* () {
    for await (const page of pages)
      for (const cells of page)
        yield cells.map((cell, index) =>
          cell !== null && columns[index]?.isNumber && cell.length <= DIGITS_MAX ? Number(cell) : cell,
        );
  };
  const head = columns.map(({ header, isDigits }) => ({ header, numFmt: isDigits ? "@" : undefined }));
  yield* Readable.fromWeb(
    writeXlsxStream(rows(), { name, columns: head, freezePane: { rows: 1 } }) as Parameters<
      typeof Readable.fromWeb
    >[0],
  );
}
