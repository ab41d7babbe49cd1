import { describe, expect, test } from "vitest";
import { clockTimeToTheSecond, dayName, formatDateTime, weekdayAndDay } from "./format-date.ts";

const timeZone = "Europe/Madrid";
const now = "2026-11-20T15:00:00.000Z";

describe("formatDateTime", () => {
  test("formatDateTime is only the time today and includes the day otherwise", () => {
    expect(formatDateTime({ at: "2026-11-20T15:04:00.000Z", timeZone, now })).toBe("16:04");
    expect(formatDateTime({ at: "2026-11-13T18:41:00.000Z", timeZone, now })).toBe("November 13 at 19:41");
    expect(formatDateTime({ at: "2025-11-13T18:41:00.000Z", timeZone, now })).toBe(
      "November 13, 2025 at 19:41",
    );
  });

  test("formatDateTime counts midnight as 00 and not as 24", () => {
    expect(clockTimeToTheSecond({ at: "2026-11-19T23:00:05.000Z", timeZone })).toBe("00:00:05");
  });
});

describe("dayName", () => {
  test("dayName uses the owner's day", () => {
    expect(dayName({ at: "2026-11-19T23:30:00.000Z", timeZone, now })).toBe("Today");
    expect(dayName({ at: "2026-11-19T12:00:00.000Z", timeZone, now })).toBe("Yesterday");
    expect(dayName({ at: "2026-11-13T12:00:00.000Z", timeZone, now })).toBe("November 13");
  });

  test("dayName names the day before after a day of 23 hours", () => {
    const halfPastMidnight = "2026-03-29T22:30:00.000Z";
    const nameAt = (at: string) => dayName({ at, timeZone, now: halfPastMidnight });
    expect(nameAt("2026-03-29T12:00:00.000Z")).toBe("Yesterday");
    expect(nameAt("2026-03-28T12:00:00.000Z")).toBe("March 28");
  });
});

describe("weekdayAndDay", () => {
  test("weekdayAndDay names the weekday", () => {
    expect(weekdayAndDay({ at: now, timeZone })).toBe("Friday, November 20");
  });
});
