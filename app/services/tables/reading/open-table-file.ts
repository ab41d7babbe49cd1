import { type Cell, type Row, TABLE_LIMITS, type TableFile, UnreadableTable } from "../table.ts";
import { assertSizes, isWorkbook, openArchive } from "./archive.ts";
import { detectFormat, HEAD_BYTES } from "./file-format.ts";
import { openHtmlFile } from "./html-file.ts";
import { openTextFile } from "./text-file.ts";
import { openOds, openXlsx } from "./workbook.ts";

/**
 * Opens the table in a file: CSV, TSV, TXT, XLSX, ODS or an HTML table, by its content and not its name.
 * @throws {UnreadableTable} with a sentence that says what is wrong and where
 */
export async function openTableFile(file: Buffer): Promise<TableFile> {
  const opened = await openByFormat(file);
  const [first] = opened.sheets;
  if (!first) throw new UnreadableTable("There is no table in this file.");
  return { sheets: opened.sheets, rows: (sheet) => withinLimits(opened.rows(sheet)) };
}

async function openByFormat(file: Buffer): Promise<TableFile> {
  const format = detectFormat(file.subarray(0, HEAD_BYTES));
  if (format === "text") return openTextFile(file);
  if (format === "html") return openHtmlFile(file);
  const archive = await openArchive(file);
  if (!isWorkbook(archive))
    throw new UnreadableTable("This ZIP is no workbook. Unpack it and upload the files in it.");
  await assertSizes(archive);
  if (archive.sizes.has("xl/workbook.xml")) return openXlsx(file);
  return openOds(file, archive);
}

async function* withinLimits(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  let count = 0;
  for await (const { line, cells } of rows) {
    count += 1;
    if (count > TABLE_LIMITS.rows)
      throw new UnreadableTable("The file has more than 200,000 rows. Split it into shorter periods.");
    const filled = withoutEmptyEnd(cells);
    if (filled.length > TABLE_LIMITS.columns)
      throw new UnreadableTable(`Line ${line} has more than ${TABLE_LIMITS.columns} columns.`);
    const long = filled.findIndex(
      (cell) => typeof cell === "string" && cell.length > TABLE_LIMITS.cellCharacters,
    );
    if (long !== -1)
      throw new UnreadableTable(`Line ${line}, column ${long + 1} has more than 10,000 characters.`);
    if (filled.length > 0) yield { line, cells: filled };
  }
}

/** Without the separators that some files have at the end of each line. */
function withoutEmptyEnd(cells: Cell[]): Cell[] {
  let length = cells.length;
  while (length > 0 && cells[length - 1] === "") length -= 1;
  return length === cells.length ? cells : cells.slice(0, length);
}
