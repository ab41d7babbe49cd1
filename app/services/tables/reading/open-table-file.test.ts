import { writeOds } from "hucre/ods";
import { writeXlsx } from "hucre/xlsx";
import { describe, expect, test } from "vitest";
import type { Row } from "../table.ts";
import { openTableFile } from "./open-table-file.ts";

async function readRows(file: Buffer | Uint8Array | string, sheet = 0): Promise<Row[]> {
  const { rows } = await openTableFile(Buffer.from(file as Uint8Array));
  const read: Row[] = [];
  for await (const row of rows(sheet)) read.push(row);
  return read;
}
const readCells = async (file: Buffer | Uint8Array | string, sheet = 0) =>
  (await readRows(file, sheet)).map(({ cells }) => cells);

const latin1 = (text: string) => Buffer.from(text, "latin1");
const utf16 = (text: string) => Buffer.from(text, "utf16le");

describe("a text file", () => {
  test.each([
    ["commas", "a,b\n1,2\n"],
    ["semicolons and decimal commas", "a;b\n1;2\n"],
    ["tabs", "a\tb\r\n1\t2\r\n"],
    ["pipes", "a|b\n1|2"],
    ["old line breaks of the Macintosh", "a;b\r1;2\r"],
    ["a byte order mark", "\ufeffa;b\n1;2\n"],
    ["quotes around all cells", '"a","b"\n"1","2"\n'],
  ])("with %s is read", async (_, text) => {
    expect(await readCells(text)).toEqual([
      ["a", "b"],
      ["1", "2"],
    ]);
  });

  test("a sole letter with an accent is no Chinese one", async () => {
    expect(await readCells(latin1("Gebühr;Währung\n2,50;EUR\n"))).toContainEqual(["Gebühr", "Währung"]);
  });

  test("a decimal comma does not pass for the separator", async () => {
    expect(
      await readCells("date;amount;note\n2026-11-20;68,68;x\n2026-11-21;1,50;y\n2026-11-22;9,00;z\n"),
    ).toContainEqual(["2026-11-20", "68,68", "x"]);
  });

  test("lines keep their number, past empty lines and line breaks in cells", async () => {
    const rows = await readRows('title\n\na,b\n"two\nlines",2\n3,4\n');
    expect(rows.map(({ line }) => line)).toEqual([1, 3, 4, 6]);
    expect(rows[2]?.cells).toEqual(["two\nlines", "2"]);
  });

  test("separators at the end of a line are no columns, and a line of them is no row", async () => {
    expect(await readCells("a;b;;\n;;;\n1;2;;\n")).toEqual([
      ["a", "b"],
      ["1", "2"],
    ]);
  });

  test("a formula is text", async () => {
    expect(await readCells('a,b\n"=HYPERLINK(""https://example.com"")",2\n')).toContainEqual([
      '=HYPERLINK("https://example.com")',
      "2",
    ]);
  });

  test.each([
    ["UTF-16 with a mark", utf16("\ufeffKonto;Betrag\n1;2\n"), "Konto"],
    ["UTF-16 without a mark", utf16("Konto;Betrag;Name\n1;2;Anna\n"), "Konto"],
    ["Windows-1252", latin1("Währung;Betrag\nEUR;2\nGröße;3\nMünchen;4\n"), "Währung"],
    ["Windows-1252 with few accents", latin1("Währung;Datum\nEUR;3.11.\nMüller;4.11.\n"), "Währung"],
    [
      "Windows-1251",
      // "Сумма;Счёт", "Пополнение;1", "Вывод средств;2"
      Buffer.from("d1f3ecece03bd1f7b8f20acfeeefeeebede5ede8e53b310ac2fbe2eee420f1f0e5e4f1f2e23b320a", "hex"),
      "Сумма",
    ],
  ])("in %s is decoded", async (_, file, heading) => {
    expect((await readCells(file))[0]?.[0]).toBe(heading);
  });
});

describe("a workbook", () => {
  const sheets = [
    { name: "Info", rows: [["Made by", "Exness"]] },
    {
      name: "Deposits",
      rows: [
        ["Account", "Time", "Amount"],
        ["CR1", new Date(Date.UTC(2026, 10, 20, 9, 30)), 1250.5],
        [8412337, new Date(Date.UTC(2026, 10, 21)), 20],
      ],
    },
  ];
  test.each([
    ["XLSX", writeXlsx],
    ["ODS", writeOds],
  ])("in %s has its sheets, its numbers as numbers and its dates as dates", async (_, write) => {
    const file = await write({ sheets });
    const { sheets: named } = await openTableFile(Buffer.from(file));
    expect(named.map(({ name }) => name)).toEqual(["Info", "Deposits"]);
    expect(await readCells(file, 1)).toEqual([
      ["Account", "Time", "Amount"],
      ["CR1", "2026-11-20T09:30:00", 1250.5],
      [8412337, "2026-11-21", 20],
    ]);
  });

  test("with a password is refused", async () => {
    const file = await writeXlsx({ sheets, encryption: { password: "secret", spinCount: 1 } });
    await expect(openTableFile(Buffer.from(file))).rejects.toThrow("The workbook is encrypted.");
  });

  test("that is cut off is refused", async () => {
    const file = await writeXlsx({ sheets });
    await expect(openTableFile(Buffer.from(file.subarray(0, 400)))).rejects.toThrow("The file is damaged.");
  });
});

test("an .xls that is an HTML table is read, without the tables that lay out the page", async () => {
  const html = `<html><body><table><tr><td><table>
    <tr><th>Login</th><th>Amount</th></tr><tr><td>8412337<td>250,00</tr>
  </table></td></tr></table></body></html>`;
  expect(await readCells(html)).toEqual([
    ["Login", "Amount"],
    ["8412337", "250,00"],
  ]);
});

describe("what is no table is refused with a sentence", () => {
  test.each([
    ["an empty file", "", "The file is empty."],
    ["blanks", " \n\n", "The file is empty."],
    [
      "an image named .csv",
      Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"),
      "This is an image, not a table.",
    ],
    ["a PDF", "%PDF-1.7\n", "This is a PDF."],
    [
      "a workbook of before 2007",
      Buffer.from("d0cf11e0a1b11ae1", "hex"),
      "Open it and save it as XLSX or CSV.",
    ],
    ["a program", Buffer.from("7f454c460201010000000000", "hex"), "This file is no table."],
    ["a long cell", `a,b\n${"x".repeat(10_001)},2\n`, "Line 2, column 1 has more than 10,000 characters."],
    ["300 columns", `${"a,".repeat(299)}a\n`, "Line 1 has more than 250 columns."],
    ["a quotation mark that is never closed", 'a,b\n1,"2\n3,4\n', "A quotation mark is not closed"],
  ])("%s", async (_, file, sentence) => {
    await expect(readRows(file)).rejects.toThrow(sentence);
  });

  test("more than 200,000 rows", async () => {
    await expect(readRows("a;b\n".repeat(200_001))).rejects.toThrow("The file has more than 200,000 rows.");
  });
});
