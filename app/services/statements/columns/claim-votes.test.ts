import { expect, test } from "vitest";
import { chooseByVotes } from "./claim-votes.ts";

test.each([
  ["five claims in one column", { 3: 5 }, 3],
  ["four claims", { 3: 4 }, undefined],
  ["twice as many as in the next column", { 1: 5, 3: 10 }, 3],
  ["less than twice as many", { 1: 5, 3: 9 }, undefined],
  ["no claim", {}, undefined],
])("%s choose a column, or leave it to the headings", (_, account, chosen) => {
  expect(chooseByVotes({ account, amount: {}, day: {} }).account).toBe(chosen);
});
