import { describe, expect, test } from "vitest";
import { backoff } from "./backoff.ts";

describe("delay before a retry", () => {
  test.each([
    [1, 0, 800],
    [1, 1, 1_200],
    [2, 0.5, 5_000],
    [9, 0.5, 5_000],
  ])("the delay before a retry after attempt %i, at random %f, is %i ms", (attempt, random, delayMs) => {
    expect(backoff([1_000, 5_000], attempt, () => random)).toBe(delayMs);
  });
});
