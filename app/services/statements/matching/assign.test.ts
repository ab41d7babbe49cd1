import { expect, test } from "vitest";
import { assign, type Edge } from "./assign.ts";

const total = (edges: readonly Edge[]) => edges.reduce((sum, { worth }) => sum + worth, 0);

/** The largest worth by trying everything. */
function findBest([edge, ...rest]: readonly Edge[]): number {
  if (!edge) return 0;
  const compatible = rest.filter(({ left, right }) => left !== edge.left && right !== edge.right);
  return Math.max(edge.worth + findBest(compatible), findBest(rest));
}

test("pairs are worth the most together, and nothing is paired twice", () => {
  let state = 7;
  const next = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  for (let round = 0; round < 200; round++) {
    const edges = Array.from({ length: 2 + next(9) }, () => ({
      left: next(4),
      right: next(4),
      worth: 1 + next(20),
    }));
    const own = [...new Map(edges.map((edge) => [`${edge.left} ${edge.right}`, edge])).values()];
    const pairs = assign(own);
    expect(total(pairs)).toBe(findBest(own));
    expect(new Set(pairs.map(({ left }) => left)).size).toBe(pairs.length);
    expect(new Set(pairs.map(({ right }) => right)).size).toBe(pairs.length);
  }
});

test("a group too large to be solved exactly takes the best pair first", () => {
  const edges = Array.from({ length: 60 }, (_, at) => [
    { left: at, right: at, worth: 10 },
    { left: at, right: (at + 1) % 60, worth: 9 },
  ]).flat();
  expect(total(assign(edges))).toBe(600);
});
