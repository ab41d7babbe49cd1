import { expect, test } from "vitest";
import { toBins } from "./pin-bins.ts";

const at = (hour: number, amount: number | null = null) => ({
  sendBefore: new Date(Date.UTC(2026, 10, 20, hour)).toISOString(),
  amount,
});

test("pins within eight hours are one with their number, at the first deadline and as tall as the highest", () => {
  expect(toBins([at(7), at(1, 50), at(1, 900), at(8.9), at(9, 10), at(30)])).toEqual([
    { ...at(1, 900), count: 4 },
    { ...at(9, 10), count: 1 },
    { ...at(30), count: 1 },
  ]);
});
