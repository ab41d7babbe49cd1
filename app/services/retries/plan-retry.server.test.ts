import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { LEASE_MS } from "#app/database/leases.server.ts";
import { HOUR, SECOND } from "#app/lib/dates.ts";
import { planRetry, retryDelay } from "./plan-retry.server.ts";

const schedule = { stepsMs: [1_000, 5_000], scale: 1 };

describe("delay before a retry", () => {
  test.each([
    [1, 0, 800],
    [1, 1, 1_200],
    [2, 0.5, 5_000],
    [9, 0.5, 5_000],
  ])("the delay before a retry after attempt %i, at random %f, is %i ms", (failures, random, delayMs) => {
    expect(retryDelay(schedule, { failures }, () => random)).toBe(delayMs);
  });

  test.each([
    [0, SECOND],
    [90_000, 90_000],
    [2 * HOUR, HOUR],
  ])(
    "the delay before a retry is %i ms if the other side asks for it, from a second to an hour",
    (askedMs, delayMs) => {
      expect(retryDelay(schedule, { failures: 1, askedMs })).toBe(delayMs);
      expect(retryDelay({ ...schedule, scale: 0.01 }, { failures: 1, askedMs })).toBe(delayMs / 100);
    },
  );
});

describe("last retry", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 0 });
    vi.spyOn(Math, "random").mockReturnValue(0.5);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  test.each([
    [5_000, 5_000],
    [4_999, null],
    [LEASE_MS + SECOND - 1, 5_000],
  ])("the last retry of what must arrive within %i ms is in %j ms", (until, delayMs) => {
    expect(planRetry(schedule, { failures: 2, until: new Date(until) })).toBe(delayMs);
  });

  test("the last retry is made a lease before the end where the next step is too late", () => {
    const hourly = { stepsMs: [HOUR], scale: 1 };
    const plan = (until: number) => planRetry(hourly, { failures: 1, until: new Date(until) });
    expect(plan(HOUR)).toBe(HOUR);
    expect(plan(HOUR - 1)).toBe(HOUR - 1 - LEASE_MS);
    expect(plan(LEASE_MS + SECOND)).toBe(SECOND);
    expect(plan(LEASE_MS + SECOND - 1)).toBeNull();
  });
});
