import { describe, expect, it } from "vitest";
import { findNeighbors } from "./find-neighbors.ts";
import type { SubmissionsPage } from "./list-submissions.server.ts";

/** The second of three pages: the claims c and d, between b and e. */
const second: SubmissionsPage = {
  submissions: [{ id: "c" }, { id: "d" }] as SubmissionsPage["submissions"],
  beforeId: "b",
  afterId: "e",
  page: 2,
  limit: 2,
  pages: 3,
  total: 6,
  hasMore: false,
};
const alone: SubmissionsPage = {
  ...second,
  submissions: second.submissions.slice(0, 1),
  beforeId: null,
  afterId: null,
  page: 1,
  pages: 1,
  total: 1,
};

describe("neighbors of a claim", () => {
  it("the neighbors of a claim are on its page, or on the page before or after", () => {
    expect(findNeighbors(second, "c", null)).toEqual({
      previous: { id: "b", page: 1 },
      next: { id: "d", page: 2 },
      position: "3 of 6",
    });
    expect(findNeighbors(second, "d", null)).toEqual({
      previous: { id: "c", page: 2 },
      next: { id: "e", page: 3 },
      position: "4 of 6",
    });
  });

  it("the neighbors of a claim are missing at both ends of the list", () => {
    expect(findNeighbors(alone, "c", null)).toEqual({ previous: null, next: null, position: "1 of 1" });
  });

  it.each([
    // A decided claim left the list: what followed it has moved to its place.
    { leftAt: 0, previous: { id: "b", page: 1 }, next: { id: "c", page: 2 } },
    { leftAt: 1, previous: { id: "c", page: 2 }, next: { id: "d", page: 2 } },
    { leftAt: 2, previous: { id: "d", page: 2 }, next: { id: "e", page: 3 } },
  ])(
    "the neighbors of a claim are those of the place $leftAt that a decided claim has left",
    ({ leftAt, previous, next }) => {
      expect(findNeighbors(second, "gone", leftAt)).toEqual({ previous, next, position: null });
    },
  );

  it("the neighbors of a claim end with a decision about the last claim of the list", () => {
    expect(findNeighbors(alone, "gone", 1)).toEqual({
      previous: { id: "c", page: 1 },
      next: null,
      position: null,
    });
  });

  it("the neighbors of a claim are unknown for a claim that never stood on the page", () => {
    expect(findNeighbors(second, "gone", null)).toEqual({ previous: null, next: null, position: null });
  });
});

describe("position of a claim", () => {
  it("the position of a claim has thousands separated, and says where the total is only a lower bound", () => {
    const far = { ...second, page: 700, total: 10_000, hasMore: true };
    expect(findNeighbors(far, "c", null).position).toBe("1,399 of more than 10,000");
  });
});
