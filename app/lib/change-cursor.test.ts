import { describe, expect, test } from "vitest";
import { formatChangeCursor, OVERLAP_MS, parseChangeCursor, takeChanges } from "./change-cursor.ts";
import { newId } from "./ids.ts";

const now = new Date("2026-11-20T12:00:00.000Z");
const ago = (ms: number) => new Date(+now - ms);
const at = (ms: number, id = newId()) => ({ at: ago(ms), id });
const start = { place: { at: ago(600_000), id: "" }, againFrom: null };

describe("cursor of changes", () => {
  test("a cursor of changes is read back as it was written, and any other text is refused", () => {
    for (const cursor of [start, { place: at(5), againFrom: ago(1) }, { place: at(0), againFrom: null }])
      expect(parseChangeCursor(formatChangeCursor(cursor))).toEqual(cursor);
    for (const text of ["", "x", "1__", "zzzzzzzzzzz__", "1__'; DROP", `1__${"a".repeat(37)}`, "1_-1_a"])
      expect([text, parseChangeCursor(text)]).toEqual([text, text === "1__" ? expect.anything() : null]);
  });

  test("a cursor of changes goes on after the last of a page, and at the end gives the last minute again", () => {
    const changes = [at(120_000), at(90_000), at(30_000), at(10)];
    const first = takeChanges(changes, { limit: 2, cursor: start, now });
    expect(first).toMatchObject({ taken: changes.slice(0, 2), hasMore: true });
    expect(first.cursor.place).toEqual(changes[1]);
    // The rest is read two minutes later: what became visible meanwhile may be before its last change.
    const later = new Date(+now + 120_000);
    const last = takeChanges(changes.slice(2), { limit: 2, cursor: first.cursor, now: later });
    expect(last.hasMore).toBe(false);
    expect(last.cursor).toEqual({ place: { at: ago(OVERLAP_MS), id: "" }, againFrom: null });
  });

  test("a cursor of changes moves neither back nor past what is old enough to be complete", () => {
    const old = at(300_000);
    expect(takeChanges([old], { limit: 5, cursor: start, now }).cursor.place).toEqual(old);
    const young = { place: { at: ago(1_000), id: "" }, againFrom: null };
    expect(takeChanges([], { limit: 5, cursor: young, now }).cursor.place).toEqual(young.place);
  });
});
