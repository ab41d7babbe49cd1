import { describe, expect, test } from "vitest";
import { describeOutlier, describeTruth, toByStatement, toTruth, toTruthState } from "./truth.ts";

const at = new Date("2026-11-20T12:00:00Z");

describe("truth state", () => {
  test.each<[what: string, claim: Parameters<typeof toTruthState>[0], truthState: string]>([
    ["a claim that waits", { status: "pending" }, "waiting"],
    ["a verified claim", { status: "handled", handledAt: at }, "verified"],
    ["a claim that a statement verified", { status: "handled", confirmedByStatement: true }, "confirmed"],
    [
      "a claim that a statement verified and that was charged back",
      { status: "handled", chargedBackAt: at, confirmedByStatement: true },
      "charged_back",
    ],
    ["a claim that a member rejected", { status: "rejected", handledAt: at }, "rejected"],
    ["one that was charged back", { status: "handled", handledAt: at, chargedBackAt: at }, "charged_back"],
    ["one withdrawn before a decision", { status: "rejected", withdrawnAt: at }, "none"],
    ["one withdrawn after it was verified", { status: "handled", handledAt: at, withdrawnAt: at }, "none"],
    ["one withdrawn after it was rejected", { status: "rejected", handledAt: at, withdrawnAt: at }, "none"],
    ["one whose person was erased before a decision", { status: "rejected", handledAt: null }, "none"],
  ])("the truth state of %s", (_what, claim, truthState) => {
    expect(toTruthState(claim)).toBe(truthState);
  });
});

describe("truth rate", () => {
  // 81 of 263 is the example of Newcombe (1998), who compares intervals for one proportion.
  test.each<[verified: number, decided: number, share: number | null, low: number, high: number]>([
    [0, 0, null, 0, 1],
    [0, 1, 0, 0, 0.7935],
    [1, 1, 1, 0.2065, 1],
    [0, 10, 0, 0, 0.2775],
    [5, 5, 1, 0.5655, 1],
    [8, 8, 1, 0.6756, 1],
    [15, 20, 0.75, 0.5313, 0.8881],
    [81, 263, 0.308, 0.2553, 0.3662],
    [450, 500, 0.9, 0.8706, 0.9233],
  ])(
    "the truth rate of %d verified of %d decided has Wilson's interval",
    (verified, decided, share, low, high) => {
      expect(toTruth({ verified, decided, waiting: 3 })).toEqual({
        ...{ verified, decided, waiting: 3 },
        ...{ share, low, high },
      });
    },
  );

  test("the truth rate of 20 claims, 8 verified and 12 waiting, is whole and has 12 to check", () => {
    expect(describeTruth(toTruth({ verified: 8, decided: 8, waiting: 12 }))).toEqual({
      ...{ rate: "100%", of: "of 8 decided", interval: "68–100%", waiting: "12 to check" },
    });
  });

  test("the truth rate is no number before the first decision", () => {
    expect(describeTruth(toTruth({ verified: 0, decided: 0, waiting: 1 }))).toEqual({
      ...{ rate: "–", of: "none decided", interval: null, waiting: "1 to check" },
    });
  });

  test("the truth rate stands without its interval from 30 decided claims on", () => {
    const intervalOf = (decided: number) =>
      describeTruth(toTruth({ verified: 20, decided, waiting: 0 })).interval;
    expect([intervalOf(29), intervalOf(30)]).toEqual(["51–83%", null]);
    expect(describeTruth(toTruth({ verified: 1500, decided: 2250, waiting: 0 }))).toEqual({
      ...{ rate: "66.7%", of: "of 2,250 decided", interval: null, waiting: null },
    });
  });

  test("the truth rate is whole only if all are true", () => {
    expect(describeTruth(toTruth({ verified: 9999, decided: 10_000, waiting: 0 })).rate).toBe("99.9%");
    expect(describeTruth(toTruth({ verified: 1, decided: 10_000, waiting: 0 })).rate).toBe("0.1%");
    expect(describeTruth(toTruth({ verified: 0, decided: 2, waiting: 0 })).rate).toBe("0%");
  });
});

describe("far below the others", () => {
  const counted = (verified: number, confirmed: number, decided: number) => ({
    truth: toTruth({ verified, decided, waiting: 0 }),
    byStatement: toByStatement({ confirmed, decided }),
  });
  const all = counted(95, 80, 150);

  test("a source is far below the others if its interval ends before theirs begins", () => {
    expect(describeOutlier(counted(5, 4, 50), all)).toBe(
      "Far below the others: 10% true here, 90% elsewhere",
    );
    expect(describeOutlier(counted(0, 0, 2), all)).toBeNull();
    expect(describeOutlier(counted(30, 25, 50), all)).toBeNull();
    expect(describeOutlier(all, all)).toBeNull();
  });

  test("a source is far below the others too if statements confirm far less of it", () => {
    expect(describeOutlier(counted(35, 0, 50), all)).toBe(
      "Far below the others: statements confirm 0% here, 80% elsewhere",
    );
  });
});
