import { expect, test } from "vitest";
import { listDays } from "./periods.ts";
import { axisTicks, toBuckets } from "./series.ts";

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

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [5, [0, 2, 4, 6]],
  [9, [0, 3, 6, 9]],
  [11, [0, 3, 6, 9, 12]],
  [41, [0, 25, 50]],
  [100, [0, 25, 50, 75, 100]],
  [107, [0, 30, 60, 90, 120]],
  [1010, [0, 300, 600, 900, 1200]],
  [98_000, [0, 25_000, 50_000, 75_000, 100_000]],
])("the lines of a chart whose highest count is %i are %j", (highest, lines) => {
  expect(axisTicks(highest)).toEqual(lines);
});

test("the lines of a chart end less than half above its highest count, and are few", () => {
  for (let highest = 4; highest < 5_000; highest += 1) {
    const ticks = axisTicks(highest);
    const end = ticks.at(-1) ?? 0;
    expect(end >= highest && end <= highest * 1.5 && ticks.length <= 5, `${highest}: ${ticks}`).toBe(true);
  }
});
