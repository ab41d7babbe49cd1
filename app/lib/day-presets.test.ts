import { expect, test } from "vitest";
import { dayPresets } from "./day-presets.ts";

const preset = (label: string, now: string, timeZone: string) => {
  const { from, to } = dayPresets({ now, timeZone }).find((one) => one.label === label) ?? {};
  return [from, to];
};

test("presets are days of the owner's calendar, today included", () => {
  const now = "2026-03-31T22:30:00.000Z";
  expect(preset("Today", now, "Europe/Madrid")).toEqual(["2026-04-01", "2026-04-01"]);
  expect(preset("Today", now, "America/New_York")).toEqual(["2026-03-31", "2026-03-31"]);
  expect(preset("Yesterday", now, "Europe/Madrid")).toEqual(["2026-03-31", "2026-03-31"]);
  expect(preset("7 days", now, "Europe/Madrid")).toEqual(["2026-03-26", "2026-04-01"]);
  expect(preset("12 months", now, "Europe/Madrid")).toEqual(["2025-04-02", "2026-04-01"]);
  expect(preset("This month", now, "America/New_York")).toEqual(["2026-03-01", "2026-03-31"]);
  expect(preset("This year", now, "Europe/Madrid")).toEqual(["2026-01-01", "2026-04-01"]);
});
