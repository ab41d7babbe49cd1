import { Parser } from "htmlparser2";
import type { Row, TableFile } from "../table.ts";
import { decodeFile } from "./text-file.ts";

/** An `.xls` that is an HTML page, as many back offices write it: each table is a sheet. */
export function openHtmlFile(file: Buffer): TableFile {
  const tables = readTables(decodeFile(file));
  return {
    sheets: tables.map((_, index) => ({ name: `Table ${index + 1}`, isHidden: false })),
    async *rows(sheet) {
      yield* tables[sheet] ?? [];
    },
  };
}

/** Tables within cells are the layout of a page: their text belongs to the inner table only. */
function readTables(html: string): Row[][] {
  const finished: Row[][] = [];
  const open: { rows: Row[]; cells: string[] | null; text: string | null }[] = [];
  const endCell = () => {
    const table = open.at(-1);
    if (table?.text == null) return;
    table.cells?.push(table.text.replace(/\s+/g, " ").trim());
    table.text = null;
  };
  const endRow = () => {
    endCell();
    const table = open.at(-1);
    if (!table?.cells) return;
    if (table.cells.some((cell) => cell !== ""))
      table.rows.push({ line: table.rows.length + 1, cells: table.cells });
    table.cells = null;
  };
  const parser = new Parser({
    onopentagname(name) {
      const table = open.at(-1);
      if (name === "table") open.push({ rows: [], cells: null, text: null });
      else if (!table) return;
      else if (name === "tr") {
        endRow();
        table.cells = [];
      } else if (name === "td" || name === "th") {
        endCell();
        table.text = "";
      }
    },
    ontext(text) {
      const table = open.at(-1);
      if (table?.text != null) table.text += text;
    },
    onclosetag(name) {
      if (name === "td" || name === "th") endCell();
      else if (name === "tr") endRow();
      else if (name === "table") {
        endRow();
        const table = open.pop();
        if (table && table.rows.length > 1) finished.push(table.rows);
      }
    },
  });
  parser.write(html);
  parser.end();
  return finished;
}
