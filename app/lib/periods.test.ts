import { expect, test } from "vitest";
import {
  countDays,
  daysOfPeriod,
  daysToCompare,
  listDays,
  listPeriods,
  listWholeMonths,
  type Period,
  withoutMonths,
} from "./periods.ts";

const TODAY = "2026-03-31";
const ranges: [Period, string, string][] = [
  ["today", "2026-03-31", "2026-03-31"],
  ["yesterday", "2026-03-30", "2026-03-30"],
  ["7days", "2026-03-25", "2026-03-31"],
  ["28days", "2026-03-04", "2026-03-31"],
  ["90days", "2026-01-01", "2026-03-31"],
  ["month", "2026-03-01", "2026-03-31"],
  ["quarter", "2026-01-01", "2026-03-31"],
  ["year", "2026-01-01", "2026-03-31"],
  ["12months", "2025-04-01", "2026-03-31"],
  ["all", "2025-11-02", "2026-03-31"],
];

test.each(ranges)("%s runs from %s to %s", (period, from, to) => {
  expect(daysOfPeriod(period, TODAY, "2025-11-02")).toEqual({ from, to });
});

test("days are the same wherever the server is, also across changes of the clocks", () => {
  const before = process.env.TZ;
  try {
    for (const zone of ["Europe/Madrid", "America/New_York", "Pacific/Auckland", "UTC"]) {
      process.env.TZ = zone;
      expect(listDays({ from: "2026-03-27", to: "2026-04-01" })).toEqual([
        "2026-03-27",
        "2026-03-28",
        "2026-03-29",
        "2026-03-30",
        "2026-03-31",
        "2026-04-01",
      ]);
      expect(countDays(daysOfPeriod("7days", "2026-10-28", "2026-01-01"))).toBe(7);
      expect(daysToCompare({ from: "2028-02-29", to: "2028-03-01" }, "year")).toEqual({
        from: "2027-02-28",
        to: "2027-03-01",
      });
    }
  } finally {
    process.env.TZ = before;
  }
});

test("a quarter begins in January, April, July or October", () => {
  const begin = (today: string) => daysOfPeriod("quarter", today, today).from;
  expect(["2026-02-28", "2026-06-30", "2026-09-01", "2026-12-31"].map(begin)).toEqual([
    "2026-01-01",
    "2026-04-01",
    "2026-07-01",
    "2026-10-01",
  ]);
});

test("a comparison has as many days, across the ends of months and changes of the clocks", () => {
  for (const period of ["today", "7days", "28days", "90days", "month", "12months"] as const)
    for (const today of ["2026-03-31", "2026-10-25", "2024-02-29"])
      for (const comparison of ["previous", "year"] as const) {
        const days = daysOfPeriod(period, today, today);
        const compared = daysToCompare(days, comparison);
        expect(compared && listDays(compared).length).toBe(countDays(days));
        if (comparison === "previous" && compared)
          expect(listDays({ from: compared.to, to: days.from })).toHaveLength(2);
      }
  expect(daysToCompare({ from: "2026-03-01", to: "2026-03-31" }, "none")).toBeNull();
  expect(daysToCompare({ from: "2026-03-01", to: "2026-03-31" }, "year")?.from).toBe("2025-03-01");
});

test.each([
  ["2025-11-27", "2026-01-31", ["2025-12", "2026-01"]],
  ["2025-12-01", "2026-01-30", ["2025-12"]],
  ["2026-02-02", "2026-03-30", []],
  ["2026-02-01", "2026-02-28", ["2026-02"]],
])("the whole months of %s to %s are %j", (from, to, months) => {
  expect(listWholeMonths({ from, to })).toEqual(months);
});

test("a range without some of its months is what lies before, between and after them", () => {
  const days = { from: "2025-11-27", to: "2026-03-15" };
  expect(withoutMonths(days, ["2025-12", "2026-02"])).toEqual([
    { from: "2025-11-27", to: "2025-11-30" },
    { from: "2026-01-01", to: "2026-01-31" },
    { from: "2026-03-01", to: "2026-03-15" },
  ]);
  expect(withoutMonths(days, [])).toEqual([days]);
  expect(withoutMonths({ from: "2026-02-01", to: "2026-02-28" }, ["2026-02"])).toEqual([]);
});

test.each([
  [
    "2026-11-15",
    "2026-11-21",
    ["2026-11-15", "2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19", "2026-11-20", "2026-11-21"],
  ],
  ["2026-10-31", "2026-12-09", ["2026-11", "2026-10-31", "2026-12-0"]],
  ["2026-10-30", "2026-11-29", ["2026-10-3", "2026-11-0", "2026-11-1", "2026-11-2"]],
  ["2026-04-30", "2026-05-01", ["2026-04-3", "2026-05-01"]],
  ["2026-02-01", "2026-02-28", ["2026-02"]],
])("the days from %s to %s are the fewest months, tens of days and days", (from, to, periods) => {
  expect(listPeriods({ from, to })).toEqual(periods);
});
