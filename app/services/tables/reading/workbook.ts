import { finished } from "node:stream/promises";
import { Parser } from "htmlparser2";
import { EncryptedFileError } from "hucre";
import { streamOdsRows } from "hucre/ods";
import { readXlsx, streamXlsxRows } from "hucre/xlsx";
import type { Cell, Row, TableFile } from "../table.ts";
import { UnreadableTable } from "../table.ts";
import type { Archive } from "./archive.ts";

type Value = string | number | boolean | Date | null;

/** A workbook of Excel. Formulas are read as the value that was stored with them; macros are not read. */
export async function openXlsx(file: Buffer): Promise<TableFile> {
  const sheets: TableFile["sheets"] = [];
  await orUnreadable(
    readXlsx(file, {
      sheets(info) {
        sheets.push({ name: info.name, isHidden: Boolean(info.hidden || info.veryHidden) });
        return false;
      },
    }),
  );
  return { sheets, rows: (sheet) => toRows(streamXlsxRows(file, { sheet })) };
}

/** A workbook of LibreOffice and others. */
export async function openOds(file: Buffer, archive: Archive): Promise<TableFile> {
  const names: string[] = [];
  const parser = new Parser(
    {
      onopentag(tag, { "table:name": name }) {
        if (tag === "table:table" && name !== undefined) names.push(name);
      },
    },
    { xmlMode: true },
  );
  const content = await archive.open("content.xml");
  content.setEncoding("utf8").on("data", (text: string) => parser.write(text));
  await orUnreadable(finished(content));
  parser.end();
  return {
    sheets: names.map((name) => ({ name, isHidden: false })),
    rows: (sheet) => toRows(streamOdsRows(file, { sheets: [sheet] })),
  };
}

async function* toRows(rows: AsyncIterable<{ index: number; values: Value[] }>): AsyncGenerator<Row> {
  const iterator = rows[Symbol.asyncIterator]();
  for (;;) {
    const { done, value } = await orUnreadable(iterator.next());
    if (done) return;
    const cells = value.values.map(toCell);
    if (cells.some((cell) => cell !== "")) yield { line: value.index + 1, cells };
  }
}

function toCell(value: Value): Cell {
  if (typeof value === "number") return value;
  // Workbooks keep wall time: a day without a time is midnight.
  if (value instanceof Date) return value.toISOString().replace(/T00:00:00\.000Z$|\.\d{3}Z$/, "");
  return value === null ? "" : String(value).trim();
}

async function orUnreadable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof EncryptedFileError)
      throw new UnreadableTable("The workbook is encrypted. Save it without a password and upload it again.");
    throw new UnreadableTable("The workbook can't be read. Save it again as XLSX or CSV.", { cause: error });
  }
}
