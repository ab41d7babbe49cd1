import { isUtf8 } from "node:buffer";
import { Readable } from "node:stream";
import { type CsvError, parse } from "csv-parse";
import { decodeBytes } from "#app/lib/decode-bytes.ts";
import { type Row, TABLE_LIMITS, type TableFile, UnreadableTable } from "../table.ts";
import { HEAD_BYTES, isUtf16 } from "./file-format.ts";
import { guessEncoding } from "./guess-encoding.ts";

const SEPARATORS = [",", ";", "\t", "|"] as const;
type Separator = (typeof SEPARATORS)[number];

/** How many lines tell the separator. */
const JUDGED_LINES = 200;
const CHUNK_CHARACTERS = 64 * 1024;

/** UTF-8 and UTF-16 are certain; without them, the likeliest single-byte encoding. */
export function decodeFile(file: Buffer): string {
  const encoding = isUtf16(file.subarray(0, HEAD_BYTES)) ?? (isUtf8(file) ? "utf-8" : guessEncoding(file));
  return decodeBytes(file, encoding);
}

/** The separator that splits most lines into the same number of cells. A sole column has none: ",". */
function detectSeparator(text: string): Separator {
  const lines = text
    .slice(0, HEAD_BYTES * 4)
    .split(/\r\n|\n|\r/, JUDGED_LINES)
    .filter((line) => line.trim() !== "");
  let best: { separator: Separator; score: number } = { separator: ",", score: 0 };
  for (const separator of SEPARATORS) {
    const counts = new Map<number, number>();
    for (const line of lines) {
      const count = countOutsideQuotes(line, separator);
      if (count > 0) counts.set(count, (counts.get(count) ?? 0) + 1);
    }
    for (const [count, seen] of counts) {
      // Lines that agree weigh more than cells: a decimal comma splits every line of a `;` file in two.
      const score = seen * (1 + Math.log2(count));
      if (score > best.score) best = { separator, score };
    }
  }
  return best.separator;
}

function countOutsideQuotes(line: string, separator: string): number {
  let [count, isQuoted] = [0, false];
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) count += 1;
  }
  return count;
}

/** A CSV, TSV or TXT file, or rows that were copied from a spreadsheet. */
export function openTextFile(file: Buffer): TableFile {
  const text = decodeFile(file);
  return {
    sheets: [{ name: "", isHidden: false }],
    rows: () => readRows(text),
  };
}

async function* readRows(text: string): AsyncGenerator<Row> {
  const records = Readable.from(chunksOf(text)).pipe(
    parse({
      bom: true,
      delimiter: detectSeparator(text),
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      record_delimiter: ["\r\n", "\n", "\r"],
      trim: true,
      max_record_size: TABLE_LIMITS.columns * TABLE_LIMITS.cellCharacters,
    }),
  );
  try {
    // With quoted line breaks a record has several lines: it is named by its first.
    let line = 1;
    for await (const { record, info } of records as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      yield { line, cells: record };
      line = info.lines + 1;
    }
  } catch (error) {
    throw new UnreadableTable(explain(error as CsvError), { cause: error });
  }
}

function* chunksOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += CHUNK_CHARACTERS) yield text.slice(at, at + CHUNK_CHARACTERS);
}

function explain({ code, lines }: CsvError): string {
  if (code === "CSV_MAX_RECORD_SIZE")
    return `Line ${lines} is too long. A quotation mark may not be closed there.`;
  if (code === "CSV_QUOTE_NOT_CLOSED")
    return `A quotation mark is not closed before the end of the file, line ${lines}.`;
  return `Line ${lines} can't be read.`;
}
