import { describe, expect, test } from "vitest";
import { timeBetween, timeLeft } from "./time-left.ts";

const now = new Date("2026-11-20T15:00:00Z");
const inMinutes = (minutes: number) => timeLeft(new Date(now.getTime() + minutes * 60_000), now);

describe("timeLeft", () => {
  test.each([
    [5 * 24 * 60 + 2 * 60 + 20, "5 d 2 h", "calm"],
    [2 * 24 * 60, "2 d", "calm"],
    [24 * 60, "1 d", "calm"],
    [24 * 60 - 1, "23 h", "soon"],
    [8 * 60, "8 h", "soon"],
    [8 * 60 - 1, "7 h", "now"],
    [2 * 60 + 41, "2 h 41 min", "now"],
    [60, "1 h", "now"],
    [48, "48 min", "now"],
    [0.5, "under 1 min", "now"],
    [0, "under 1 min late", "past"],
    [-5 * 60, "5 h late", "past"],
    [-3 * 24 * 60, "3 d late", "past"],
  ] as const)("timeLeft says %s minutes as %s, %s", (minutes, text, tone) => {
    expect(inMinutes(minutes)).toMatchObject({ text, tone });
  });

  test("timeLeft shrinks its bar over the last 48 hours", () => {
    expect([72, 48, 24, 12].map((hours) => inMinutes(hours * 60).fuse)).toEqual([100, 100, 50, 25]);
    expect(inMinutes(1).fuse).toBe(1);
    expect(inMinutes(-1).fuse).toBe(0);
  });
});

describe("timeBetween", () => {
  test("timeBetween says how long it took", () => {
    expect(timeBetween(new Date("2026-11-19T21:04:37Z"), new Date("2026-11-20T08:15:41Z"))).toBe("11 h");
  });
});
