import { expect, test } from "vitest";
import type { AttemptOutcome } from "./domain.ts";
import { countTries } from "./tries.ts";

const count = (...outcomes: AttemptOutcome[]) => [
  ...countTries(outcomes.map((outcome, index) => ({ number: index + 1, outcome }))).values(),
];

test("asking for the result of a submitted event is no try, and sending a lost one again is the next", () => {
  expect(count("submitted", "accepted")).toEqual([1, null]);
  expect(count("transient", "submitted", "submitted", "parked", "accepted")).toEqual([
    1,
    2,
    null,
    null,
    null,
  ]);
  expect(count("submitted", "transient", "submitted", "accepted")).toEqual([1, null, 2, null]);
  expect(count("transient", "accepted")).toEqual([1, 2]);
});
