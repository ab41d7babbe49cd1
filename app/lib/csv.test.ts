import { expect, test } from "vitest";
import { type CsvSeparator, csvHead, csvLine, regionalCsv } from "./csv.ts";

const style = (separator: CsvSeparator, hasByteOrderMark = false) => ({ separator, hasByteOrderMark });
const line = (cells: (string | null)[]) => csvLine(cells, [], style("comma"));

test("a CSV line quotes all cells", () => {
  expect(line(["plain", null, 'say "hi"', "a,b", "two\nlines"])).toBe(
    '"plain","","say ""hi""","a,b","two\nlines"\r\n',
  );
});

test.each([
  "=1+1",
  "-500",
  "@SUM(A1)",
  "\t=1",
  "\r=1",
  "\n=1",
  "＝1+1",
  "＋1",
  "－1",
  "＠SUM(A1)",
  "+",
  "+123456",
  "+1234567890123456",
  "+34 600555123",
  "+34600555123-1",
  "+34600555123\n=1",
])("the CSV cell %j gets an apostrophe, so that no spreadsheet runs it", (cell) => {
  expect(line([cell])).toBe(`"'${cell}"\r\n`);
});

test.each(["+34600555123", "+1234567", "+123456789012345", "34600", "'quoted", "a=1"])(
  "the CSV cell %j is written as it is",
  (cell) => expect(line([cell])).toBe(`"${cell}"\r\n`),
);

test("a CSV file with semicolons has decimal commas in its columns of numbers, and only there", () => {
  const columns = [{ header: "Account no." }, { header: "Amount", isNumber: true }];
  const write = (separator: CsvSeparator) =>
    csvHead(columns, style(separator)) + csvLine(["1.5", "1000.50"], columns, style(separator));
  expect(write("semicolon")).toBe('"Account no.";"Amount"\r\n"1.5";"1000,50"\r\n');
  expect(write("tab")).toBe('"Account no."\t"Amount"\r\n"1.5"\t"1000.50"\r\n');
  expect(write("comma")).toBe('"Account no.","Amount"\r\n"1.5","1000.50"\r\n');
  expect(csvLine(["-1.5", "-1000.50"], columns, style("semicolon"))).toBe('"\'-1.5";"-1000,50"\r\n');
  expect(csvLine(["-1.5", "-1+2"], columns, style("comma"))).toBe('"\'-1.5","\'-1+2"\r\n');
  expect(csvHead(columns, style("comma", true))).toBe('\ufeff"Account no.","Amount"\r\n');
});

test.each<[timeZone: string, separator: CsvSeparator]>([
  ["Europe/Madrid", "semicolon"],
  ["Europe/Berlin", "semicolon"],
  ["America/Sao_Paulo", "semicolon"],
  ["Europe/London", "comma"],
  ["America/New_York", "comma"],
  ["Asia/Dubai", "comma"],
  ["UTC", "comma"],
])("a file for people in %s separates cells by %s", (timeZone, separator) => {
  expect(regionalCsv({ region: null, timeZone })).toEqual(style(separator, true));
});

test("a region that is set comes before the time zone's country", () => {
  expect(regionalCsv({ region: "DE", timeZone: "UTC" }).separator).toBe("semicolon");
  expect(regionalCsv({ region: "US", timeZone: "Europe/Madrid" }).separator).toBe("comma");
});
