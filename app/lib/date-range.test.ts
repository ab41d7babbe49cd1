import { describe, expect, test } from "vitest";
import { readDateRange } from "./date-range.ts";

const timeZone = "Europe/Madrid";
const read = (from?: string, to?: string) => {
  const range = readDateRange(timeZone, { ...(from && { from }), ...(to && { to }) });
  return [range.from?.toISOString(), range.before?.toISOString(), range.isWholeDays];
};

describe("range", () => {
  test("a range of days holds both ends in the time zone, also where the clock changes", () => {
    expect(read("2026-03-29", "2026-03-29")).toEqual([
      "2026-03-28T23:00:00.000Z",
      "2026-03-29T22:00:00.000Z",
      true,
    ]);
    expect(read("2026-10-25", "2026-10-31")).toEqual([
      "2026-10-24T22:00:00.000Z",
      "2026-10-31T23:00:00.000Z",
      true,
    ]);
  });

  test("a range of instants includes the last one", () => {
    expect(read("2026-11-20T10:00:00+01:00", "2026-11-20T11:00:00Z")).toEqual([
      "2026-11-20T09:00:00.000Z",
      "2026-11-20T11:00:00.001Z",
      false,
    ]);
  });

  test("a range may be open at either end", () => {
    expect(read("2026-11-20")).toEqual(["2026-11-19T23:00:00.000Z", undefined, true]);
    expect(read(undefined, "2026-11-20")).toEqual([undefined, "2026-11-20T23:00:00.000Z", true]);
  });

  test("a range does not end before it starts", () => {
    expect(() => read("2026-11-21", "2026-11-20")).toThrow("The range ends before it starts");
  });
});
