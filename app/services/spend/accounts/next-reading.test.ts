import { expect, test } from "vitest";
import { msUntilNextReading } from "./next-reading.ts";

const account = { id: "01a21488-07ed-7771-b6ec-000000000000", timeZone: "America/Mexico_City" };
const next = (now: string) => new Date(Date.parse(now) + msUntilNextReading(account, new Date(now)));

test.each([
  ["2026-11-27T10:00:00Z", "2026-11-27T11:00:00.000Z"],
  ["2026-11-27T11:00:00Z", "2026-11-28T11:00:00.000Z"],
  ["2026-11-28T05:30:00Z", "2026-11-28T11:00:00.000Z"],
])("what was read at %s is read again in the account's own morning, at %s", (now, expected) =>
  expect(next(now).toISOString()).toBe(expected),
);

test("an account has its own minute of the morning", () =>
  expect(msUntilNextReading({ ...account, id: "x-00000e10" }, new Date("2026-11-27T10:00:00Z"))).toBe(
    3_600_000 + 3_600,
  ));
