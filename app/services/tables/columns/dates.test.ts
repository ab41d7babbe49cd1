import { describe, expect, test } from "vitest";
import { judgeDates, parseDate } from "./dates.ts";

describe("a cell with a date", () => {
  test.each([
    ["2026-11-20 09:30:15", "2026-11-20T09:30:15", "second", null],
    ["2026-11-20T09:30:15.123456Z", "2026-11-20T09:30:15", "second", 0],
    ["2026-11-20 09:30:15+02:00", "2026-11-20T09:30:15", "second", 120],
    ["2026-11-20 09:30 GMT-3", "2026-11-20T09:30:00", "second", -180],
    ["2026.11.20 00:00", "2026-11-20T00:00:00", "second", null],
    ["2026-11-30 24:00", "2026-12-01T00:00:00", "second", null],
    ["20.11.2026", "2026-11-20T00:00:00", "day", null],
    ["20.11.26", "2026-11-20T00:00:00", "day", null],
    ["20/11/2026 9:05 PM", "2026-11-20T21:05:00", "second", null],
    ["20 Nov 2026", "2026-11-20T00:00:00", "day", null],
    ["20-nov.-2026", "2026-11-20T00:00:00", "day", null],
    ["20 de noviembre de 2026", "2026-11-20T00:00:00", "day", null],
    ["20 ноября 2026", "2026-11-20T00:00:00", "day", null],
    ["November 20, 2026 12:00 am", "2026-11-20T00:00:00", "second", null],
    ["Fri, 20 Nov 2026 10:00:00 GMT", "2026-11-20T10:00:00", "second", 0],
    ["20261120", "2026-11-20T00:00:00", "day", null],
    ["2026-11", "2026-11-01T00:00:00", "month", null],
    ["11/2026", "2026-11-01T00:00:00", "month", null],
    ["Nov 2026", "2026-11-01T00:00:00", "month", null],
  ])("%s is read", (cell, at, precision, offset) => {
    expect(parseDate(cell, { order: "day-first" })).toEqual({ date: { at, precision, offset } });
  });

  test("the order of day and month is as told", () => {
    expect(parseDate("03/04/2026", { order: "day-first" })).toMatchObject({
      date: { at: "2026-04-03T00:00:00" },
    });
    expect(parseDate("03/04/2026", { order: "month-first" })).toMatchObject({
      date: { at: "2026-03-04T00:00:00" },
    });
  });

  test("the day is first where dots separate, whatever the order of the column", () => {
    expect(parseDate("03.04.2026", { order: "month-first" })).toMatchObject({
      date: { at: "2026-04-03T00:00:00" },
    });
  });

  test.each(["00.00.0000", "0000-00-00 00:00:00", "1970-01-01", "01/01/1900"])(
    "%s is a placeholder",
    (cell) => {
      expect(parseDate(cell, { order: "day-first" })).toEqual({ problem: "placeholder" });
    },
  );

  test.each([
    "31.02.2026",
    "2026-11-20 25:00",
    "2026-11-20 24:01",
    "31.02.2026 24:00",
    "soon",
    "8412337",
    "12.50",
    "1250.10",
    "CR123456",
    "50211201",
    "19991231",
  ])("%s is no date", (cell) => {
    expect(parseDate(cell, { order: "day-first" })).toEqual({ problem: "unreadable" });
  });

  test("seconds since 1970 are read only where the column is known to hold them", () => {
    expect(parseDate("1795000000", { order: "day-first", isUnix: true })).toMatchObject({
      date: { at: "2026-11-18T11:06:40", offset: 0 },
    });
    expect(parseDate("1795000000", { order: "day-first" })).toEqual({ problem: "unreadable" });
  });
});

describe("the order of a column of dates", () => {
  test.each([
    [["03/04/2026", "25/04/2026"], "day-first", false],
    [["03/04/2026", "04/25/2026"], "month-first", false],
    [["03/04/2026", "05/06/2026"], null, true],
    [["04/04/2026"], null, false],
    [["2026-04-03"], null, false],
    [["03.04.2026"], null, false],
  ])("the order of %j is %s", (cells, order, isOpen) => {
    expect(judgeDates(cells)).toEqual({ share: 1, order, isOpen });
  });

  test("an empty column tells nothing, and one that tells decides for all of a file", () => {
    expect(judgeDates([""])).toEqual({ share: 0, order: null, isOpen: false });
    expect(judgeDates([], ["11/05/2026"])).toMatchObject({ order: null, isOpen: true });
    expect(judgeDates(["2026-11-05"], ["11/05/2026"])).toMatchObject({ order: null, isOpen: true });
    expect(judgeDates(["11/05/2026"], ["11/25/2026"])).toMatchObject({ order: "month-first", isOpen: false });
  });

  test.each([
    ["account numbers", ["50211201", "10230415", "19991231", "00000000"]],
    ["placeholders alone", ["00.00.0000", "1900-01-01"]],
    ["days of birth", ["1985-03-04", "1992-10-11"]],
  ])("%s are no column of dates", (_, cells) => {
    expect(judgeDates(cells).share).toBe(0);
  });
});
