import { expect, test } from "vitest";
import { listDays } from "./periods.ts";
import { roundScale, toBuckets } from "./series.ts";

const points = (from: string, to: string) =>
  listDays({ from, to }).map((date) => ({ date, views: 3, submissions: 2, handled: 1, sent: 1 }));

test("a short range has a bar for each day, and today's is not complete", () => {
  const bars = toBuckets(points("2026-11-16", "2026-11-22"), "2026-11-22");
  expect(bars).toHaveLength(7);
  expect(bars.map(({ isIncomplete }) => isIncomplete)).toEqual([...Array(6).fill(false), true]);
});

test("a range of some months has a bar for seven days, the last one ending with the range", () => {
  const bars = toBuckets(points("2026-08-25", "2026-11-22"), "2026-11-22");
  expect(bars).toHaveLength(13);
  expect(bars.at(-1)).toMatchObject({ unit: "week", from: "2026-11-16", to: "2026-11-22", submissions: 14 });
  expect(bars[0]).toMatchObject({ from: "2026-08-25", to: "2026-08-30" });
});

test("a long range has a bar for each month, and the sum of its days stays", () => {
  const days = points("2025-11-23", "2026-11-22");
  const bars = toBuckets(days, "2026-11-22");
  expect(bars[0]).toMatchObject({ from: "2025-11-23", to: "2025-11-30", submissions: 16 });
  expect(bars.at(-1)).toMatchObject({ from: "2026-11-01", to: "2026-11-22", isIncomplete: true });
  expect(bars.reduce((sum, { submissions }) => sum + submissions, 0)).toBe(days.length * 2);
});

test("a scale ends at a round number whose half is whole", () => {
  expect([0, 1, 2, 3, 4, 5, 10, 11, 41, 100, 101].map(roundScale)).toEqual([
    2, 2, 2, 4, 4, 10, 10, 20, 100, 100, 200,
  ]);
});
