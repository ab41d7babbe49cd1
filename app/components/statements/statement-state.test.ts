import { expect, test } from "vitest";
import { daysOf, describePeriod } from "./statement-state.ts";

/** A day in an unknown zone reaches from midnight in UTC+14 to the end of the day in UTC-12. */
test.each([
  [null, "2026-11-19T10:00:00.000Z", "2026-11-23T11:59:59.999Z", "2026-11-20", "2026-11-22"],
  [null, "2026-10-30T10:00:00.000Z", "2026-11-02T11:59:59.999Z", "2026-10-31", "2026-11-01"],
  [null, "2026-10-31T10:00:00.000Z", "2026-11-02T11:59:59.999Z", "2026-11-01", "2026-11-01"],
  ["UTC", "2026-11-20T00:00:00.000Z", "2026-11-22T23:59:59.999Z", "2026-11-20", "2026-11-22"],
  ["+02:00", "2026-11-19T22:00:00.000Z", "2026-11-22T21:59:59.999Z", "2026-11-20", "2026-11-22"],
  ["-03:30", "2026-11-20T03:30:00.000Z", "2026-11-23T03:29:59.999Z", "2026-11-20", "2026-11-22"],
  ["Europe/Madrid", "2026-11-19T23:00:00.000Z", "2026-11-22T22:59:59.999Z", "2026-11-20", "2026-11-22"],
])("a period in the zone %s has its own days", (timeZone, from, to, first, last) => {
  expect(daysOf({ from, to }, timeZone)).toEqual({ from: first, to: last });
});

test("a period is described by its first and last day", () => {
  const period = { from: "2026-11-19T10:00:00.000Z", to: "2026-11-23T11:59:59.999Z" };
  expect(describePeriod(period, null)).toBe("Nov 20, 2026 to Nov 22, 2026");
});
