import { describe, expect, test } from "vitest";
import { chooseByVotes, startVotes, type VotingClaim } from "./claim-votes.ts";

test.each([
  ["five claims in one column", { 3: 5 }, 3],
  ["four claims", { 3: 4 }, undefined],
  ["twice as many as in the next column", { 1: 5, 3: 10 }, 3],
  ["less than twice as many", { 1: 5, 3: 9 }, undefined],
  ["no claim", {}, undefined],
])("%s choose a column, or leave it to the headings", (_, account, chosen) => {
  expect(chooseByVotes({ account, amount: {}, day: {} }).account).toBe(chosen);
});

describe("a claim votes for the columns of the rows with its account number:", () => {
  const claim: VotingClaim = {
    account: "8412337",
    amount: "250",
    email: null,
    clickIds: [],
    confirmedAt: new Date("2026-11-28T12:00:00Z"),
  };
  const votesOf = (rows: string[][], more: Partial<VotingClaim> = {}) => {
    const votes = startVotes([{ ...claim, ...more }]);
    rows.forEach((cells, at) => void votes.count({ line: at + 2, cells }));
    return votes.result();
  };

  test("of four characters at least", () => {
    expect(votesOf([["4711"]], { account: "4711" }).account).toEqual({ 0: 1 });
    expect(votesOf([["471"]], { account: "471" }).account).toEqual({});
  });

  test("an amount within one hundredth, in the first twenty of them", () => {
    const amountsOf = (amount: string) => votesOf([["8412337", amount]]).amount;
    expect([amountsOf("252.50"), amountsOf("252.51")]).toEqual([{ 1: 1 }, {}]);
    const withOthers = (others: number) => [
      ...Array.from({ length: others }, () => ["8412337", "999.00"]),
      ["8412337", "250.00"],
    ];
    expect([votesOf(withOthers(19)).amount, votesOf(withOthers(20)).amount]).toEqual([{ 1: 1 }, {}]);
  });

  test("a day that is thirty days from the confirmation at most", () => {
    const daysOf = (day: string) => votesOf([["8412337", day]]).day;
    expect([daysOf("2026-10-29"), daysOf("2026-10-28")]).toEqual([{ 1: 1 }, {}]);
    expect([daysOf("2026-12-28"), daysOf("2026-12-29")]).toEqual([{ 1: 1 }, {}]);
  });
});
