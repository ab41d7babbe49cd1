import { describe, expect, test } from "vitest";
import { judgeNumbers, parseNumber } from "./numbers.ts";

describe("the decimal mark of a column", () => {
  test.each([
    [["1.250,00", "68,68", "5"], ","],
    [["1,250.00", "68.68", "5"], "."],
    [["1.250", "980,5"], ","],
    [["1,250", "980.5"], "."],
    [["0.123"], "."],
    [["1234.567"], "."],
    [["1.234.567"], ","],
    [["1.250", "2.500"], null],
    [["5", "12"], null],
  ])("the mark of %j is %s", (cells, mark) => {
    expect(judgeNumbers(cells)).toEqual({ share: 1, mark });
  });

  test("a column that is half text is half numbers", () => {
    expect(judgeNumbers(["12.50", "n/a", "", "7"]).share).toBeCloseTo(2 / 3);
  });

  test("a column of dates holds no numbers", () => {
    expect(judgeNumbers(["24.12.26", "03.11.2026"]).share).toBe(0);
  });
});

describe("a cell with a number", () => {
  test.each([
    ["1.250,50 €", ",", "1250.50"],
    ["€ 1,250.50", ".", "1250.50"],
    ["EUR 350", ".", "350"],
    ["350 USD", ".", "350"],
    ["−2.45", ".", "-2.45"],
    ["-€2.45", ".", "-2.45"],
    ["(12.00)", ".", "-12.00"],
    ["12,00-", ",", "-12.00"],
    ["€ 250,-", ",", "250"],
    ["1.250,-", ",", "1250"],
    ["1 234,56", ",", "1234.56"],
    ["1’234.50", ".", "1234.50"],
    ["30%", ".", "30"],
    ["٣٥٠", ".", "350"],
    ["1,00,000.00", ".", "100000.00"],
    ["007", ".", "7"],
    [".5", ".", "0.5"],
    [1250.5, ".", "1250.5"],
    [0.1 + 0.2, ".", "0.3"],
  ] as const)("%s with the mark %s is %s", (cell, mark, number) => {
    expect(parseNumber(cell, mark)).toBe(number);
  });

  test.each([
    ["12.5.1", "."],
    ["1.25", ","],
    ["n/a", "."],
    ["", "."],
    ["CR123456", "."],
    ["2026-11-20", "."],
  ] as const)("%s with the mark %s is no number", (cell, mark) => {
    expect(parseNumber(cell, mark)).toBeNull();
  });
});
