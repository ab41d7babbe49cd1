import { expect, test } from "vitest";
import { findPeriod, listWrittenDays } from "./find-period.ts";

test("a line of more than 500 characters is no title that says a period", () => {
  const days = "2026-11-01 - 2026-11-30";
  const lines = [500, 501].map((length) => `${"a".repeat(length - days.length - 1)} ${days}`);
  expect(lines.map((line) => findPeriod([line], "day-first").period)).toEqual([
    { from: "2026-11-01", to: "2026-11-30" },
    null,
  ]);
  expect(lines.map((line) => listWrittenDays(line).length)).toEqual([2, 0]);
});
