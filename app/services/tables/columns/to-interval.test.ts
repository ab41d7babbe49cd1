import { expect, test } from "vitest";
import { parseDate } from "./dates.ts";
import { toInterval } from "./to-interval.ts";

function intervalOf(cell: string, timeZone: string | null): string[] {
  const reading = parseDate(cell, { order: "day-first" });
  if (!("date" in reading)) throw new Error(`${cell} is no date`);
  const { from, to } = toInterval(reading.date, timeZone);
  return [from.toISOString(), to.toISOString()];
}

test.each([
  ["2026-11-20 09:30:00", "UTC", "2026-11-20T09:30:00.000Z", "2026-11-20T09:30:00.000Z"],
  ["2026-11-20 09:30:00", "Europe/Madrid", "2026-11-20T08:30:00.000Z", "2026-11-20T08:30:00.000Z"],
  ["2026-11-20 09:30:00", "+02:00", "2026-11-20T07:30:00.000Z", "2026-11-20T07:30:00.000Z"],
  ["2026-11-20 09:30:00-03:00", "Europe/Madrid", "2026-11-20T12:30:00.000Z", "2026-11-20T12:30:00.000Z"],
  ["20.11.2026", "Europe/Madrid", "2026-11-19T23:00:00.000Z", "2026-11-20T22:59:59.999Z"],
  ["25.10.2026", "Europe/Madrid", "2026-10-24T22:00:00.000Z", "2026-10-25T22:59:59.999Z"],
  ["2026-11", "UTC", "2026-11-01T00:00:00.000Z", "2026-11-30T23:59:59.999Z"],
])("%s in %s is from %s to %s", (cell, timeZone, from, to) => {
  expect(intervalOf(cell, timeZone)).toEqual([from, to]);
});

test("a day in an unknown zone is as long as it lasts anywhere on earth", () => {
  expect(intervalOf("2026-11-20", null)).toEqual(["2026-11-19T10:00:00.000Z", "2026-11-21T11:59:59.999Z"]);
});
