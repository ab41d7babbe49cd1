import { expect, test } from "vitest";
import { countOnce } from "./count-once.ts";

type Row = Parameters<typeof countOnce>[0][number];

const row = (line: number, more: Partial<Row> = {}): Row => ({
  clientHash: "ana",
  day: "2026-10-14",
  amount: "100",
  currency: "EUR",
  grain: "transaction",
  fileName: "first.csv",
  source: "statement",
  lastDay: null,
  coversFrom: null,
  coversTo: null,
  matchingId: "1",
  saidAt: new Date("2026-11-01"),
  line,
  ...more,
});
const later = { fileName: "later.csv", matchingId: "2", saidAt: new Date("2026-11-08") };
const lines = (rows: Row[]) => countOnce(rows).map(({ fileName, line }) => `${fileName} ${line}`);

test("a row of two files counts once, as the later file has it, and two that are alike in one file count twice", () => {
  expect(lines([row(2), row(3, { amount: "50" }), row(5, { ...later, amount: "100.0000" })])).toEqual([
    "first.csv 3",
    "later.csv 5",
  ]);
  expect(lines([row(2), row(3), row(5, later)])).toEqual(["first.csv 3", "later.csv 5"]);
});

test("a client's month counts as the latest file adds it up, and other clients and months stay", () => {
  const rows = [row(2), row(3, { clientHash: "ben" }), row(4, { day: "2026-11-02" })];
  const sum = row(2, { ...later, grain: "monthSum", day: "2026-10-01", amount: "100" });
  expect(lines([...rows, sum])).toEqual(["later.csv 2", "first.csv 3", "first.csv 4"]);
});
