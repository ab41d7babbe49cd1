import type { Row, TableFile } from "../table.ts";
import { openTableFile } from "./open-table-file.ts";

type OpenedSheet = {
  sheets: TableFile["sheets"];
  /** Null where the owner has to choose one. */
  sheet: number | null;
  rows: AsyncIterable<Row>;
};

/** Opens the chosen sheet of a file, or the only one that is shown. */
export async function openSheet(content: Uint8Array, chosen: number | null): Promise<OpenedSheet> {
  const { buffer, byteOffset, byteLength } = content;
  const opened = await openTableFile(Buffer.from(buffer, byteOffset, byteLength));
  const shown = [...opened.sheets.keys()].filter((index) => !opened.sheets[index]?.isHidden);
  const sheet = chosen ?? (shown.length === 1 ? (shown[0] ?? 0) : null);
  return { sheets: opened.sheets, sheet, rows: sheet === null ? noRows() : opened.rows(sheet) };
}

async function* noRows(): AsyncGenerator<never> {}
