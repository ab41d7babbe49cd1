import { expect, test } from "vitest";
import { nextUpdateAfter } from "./next-update.ts";

test.each([
  [
    "a Thursday's rates on Friday afternoon",
    "2026-09-24",
    "2026-09-24T15:00:00Z",
    "2026-09-25T14:15:00.000Z",
  ],
  ["a Friday's on Monday", "2026-09-18", "2026-09-19T10:00:00Z", "2026-09-21T14:15:00.000Z"],
  ["winter's an hour later in UTC", "2026-01-30", "2026-01-30T16:00:00Z", "2026-02-02T15:15:00.000Z"],
  ["on a bank holiday in an hour", "2026-12-24", "2026-12-25T16:00:00Z", "2026-12-25T17:00:00.000Z"],
])("newer rates are expected: %s", (_what, day, now, expected) => {
  expect(nextUpdateAfter(day, new Date(now)).toISOString()).toBe(expected);
});
