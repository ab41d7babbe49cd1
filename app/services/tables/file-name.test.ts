import { expect, test } from "vitest";
import { toFileName } from "./file-name.ts";

test.each([
  ["C:\\files\\anna@example.com deposits.csv", "deposits.csv"],
  ["of anna.kern+2@mail.example.co.uk", "of"],
  ["+34 600 55 51 23 november.csv", "november.csv"],
  ["0034600555123.csv", "statement.csv"],
  ["client 612345678.csv", "client.csv"],
  ["april (0171) 234 56 78.xlsx", "april.xlsx"],
  ["deposits_2026-11-01_2026-11-30.csv", "deposits_2026-11-01_2026-11-30.csv"],
  ["report-20261101-20261130.csv", "report-20261101-20261130.csv"],
  ["01.11.2026 - 30.11.2026.csv", "01.11.2026 - 30.11.2026.csv"],
  ["export-1764115200000.csv", "export-1764115200000.csv"],
  ["affiliate 8412337.csv", "affiliate 8412337.csv"],
  [" ", "statement"],
])("the file %s is called %s", (given, shown) => {
  expect(toFileName(given)).toBe(shown);
});

test("the name of a file is shortened to 200 characters, and one of more than 255 is not read", () => {
  expect(["a".repeat(200), "a".repeat(201)].map((name) => toFileName(name).length)).toEqual([200, 200]);
  expect(toFileName(`${"a".repeat(251)}.csv`)).toBe("a".repeat(200));
  expect(toFileName(`${"a".repeat(252)}.csv`)).toBe("statement");
});
