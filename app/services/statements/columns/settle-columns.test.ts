import { expect, test } from "vitest";
import { haveSameDays } from "./settle-columns.ts";

test("columns of days say the same where nine in ten rows have one day", () => {
  const days = Array.from({ length: 10 }, (_, at) => `2026-11-${10 + at}`);
  const isSame = (differing: number) => {
    const others = days.map((day, at) => (at < differing ? "2026-10-01" : day));
    return haveSameDays([0, 1], "day-first", (index) => (index === 0 ? days : others));
  };
  expect([isSame(0), isSame(1), isSame(2)]).toEqual([true, true, false]);
});
