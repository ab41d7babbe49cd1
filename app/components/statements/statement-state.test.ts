import { expect, test } from "vitest";
import { toInterval } from "#app/services/tables/columns/to-interval.ts";
import { daysOf, describePeriod } from "./statement-state.ts";

const periodOf = (first: string, last: string, timeZone: string | null) => {
  const intervalOf = (day: string) =>
    toInterval({ at: `${day}T00:00:00`, precision: "day", offset: null }, timeZone);
  return { from: intervalOf(first).from.toISOString(), to: intervalOf(last).to.toISOString() };
};

test.each([null, "UTC", "+02:00", "Europe/Madrid"])(
  "a period in the zone %s has its own days",
  (timeZone) => {
    for (const [from, to] of [
      ["2026-11-20", "2026-11-22"],
      ["2026-10-31", "2026-11-01"],
      ["2026-11-01", "2026-11-01"],
    ] as const)
      expect(daysOf(periodOf(from, to, timeZone), timeZone)).toEqual({ from, to });
  },
);

test("a period is described by its first and last day", () => {
  expect(describePeriod(periodOf("2026-11-20", "2026-11-22", null), null)).toBe(
    "Nov 20, 2026 to Nov 22, 2026",
  );
});
