import { describe, expect, test } from "vitest";
import { groupBy } from "#app/lib/group-by.ts";
import { createOutliers, describeTruth, type InStatements, toTruth, toTruthState } from "#app/lib/truth.ts";
import { chances } from "../../scripts/sample-values.ts";

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
        verified,
        decided,
        waiting: 3,
        share,
        low,
        high,
      });
    },
  );

  test("the truth rate of 20 claims, 8 verified and 12 waiting, is whole and has 12 to check", () => {
    expect(describeTruth(toTruth({ verified: 8, decided: 8, waiting: 12 }))).toEqual({
      rate: "100%",
      of: "of 8 decided",
      interval: "68–100%",
      waiting: "12 to check",
    });
  });

  test("the truth rate is no number before the first decision", () => {
    expect(describeTruth(toTruth({ verified: 0, decided: 0, waiting: 1 }))).toEqual({
      rate: "–",
      of: "none decided",
      interval: null,
      waiting: "1 to check",
    });
  });

  test("the truth rate stands without its interval from 30 decided claims on", () => {
    const intervalOf = (decided: number) =>
      describeTruth(toTruth({ verified: 20, decided, waiting: 0 })).interval;
    expect([intervalOf(29), intervalOf(30)]).toEqual(["51–83%", null]);
    expect(describeTruth(toTruth({ verified: 1500, decided: 2250, waiting: 0 }))).toEqual({
      rate: "66.7%",
      of: "of 2,250 decided",
      interval: null,
      waiting: null,
    });
  });

  test("the truth rate is whole only if all are true", () => {
    expect(describeTruth(toTruth({ verified: 9999, decided: 10_000, waiting: 0 })).rate).toBe("99.9%");
    expect(describeTruth(toTruth({ verified: 1, decided: 10_000, waiting: 0 })).rate).toBe("0.1%");
    expect(describeTruth(toTruth({ verified: 0, decided: 2, waiting: 0 })).rate).toBe("0%");
  });
});

describe("far below the others", () => {
  const counted = (verified: number, decided: number, inStatements?: InStatements) => ({
    truth: toTruth({ verified, decided, waiting: 0 }),
    inStatements,
  });
  const all = counted(95, 150, { decided: 120, confirmed: 80 });
  const describeRows = (...rows: ReturnType<typeof counted>[]) => rows.map(createOutliers(rows, all));

  test("a source is far below the others where chance hardly explains it", () => {
    expect(describeRows(counted(5, 50), counted(90, 100))).toEqual([
      "Far below the others: 10% true here, 90% elsewhere",
      null,
    ]);
    expect(describeRows(counted(30, 50), all)).toEqual([null, null]);
  });

  test("it takes ten decided claims", () => {
    expect(describeRows(counted(0, 9), counted(95, 141))).toEqual([null, null]);
    expect(describeRows(counted(0, 10), counted(95, 140))[0]).toContain("0% true here");
  });

  test("a source is far below the others too if statements confirm far less of what they cover", () => {
    const [row] = describeRows(
      counted(35, 50, { decided: 20, confirmed: 0 }),
      counted(60, 100, { decided: 100, confirmed: 80 }),
    );
    expect(row).toBe("Far below the others: statements confirm 0% here, 80% elsewhere");
    // Claims that no statement covers count neither for it nor against it.
    const uncovered = counted(35, 50, { decided: 0, confirmed: 0 });
    expect(describeRows(uncovered, counted(60, 100, { decided: 120, confirmed: 80 }))).toEqual([null, null]);
  });

  test("the more rows are tried, the more it takes", () => {
    const rows = (count: number) => [
      counted(25, 50),
      ...Array.from({ length: count }, () => counted(70, 100)),
    ];
    expect(describeRows(...rows(1))[0]).not.toBeNull();
    expect(describeRows(...rows(400))[0]).toBeNull();
  });

  test("of a thousand owners without any difference at most one in twenty sees an alarm", () => {
    const random = chances(7);
    let alarms = 0;
    for (let owner = 0; owner < 1_000; owner += 1) {
      const claims = Array.from({ length: 20 + Math.floor(random() * 400) }, () => {
        const isTrue = random() < 0.2 + (owner % 7) / 10;
        const keys = [2, 6, 12, 9].map((values) => Math.floor(random() ** 2 * values));
        return { isTrue, isCovered: random() < 0.6, isConfirmed: isTrue && random() < 0.8, keys };
      });
      const count = (some: typeof claims) =>
        counted(some.filter(({ isTrue }) => isTrue).length, some.length, {
          decided: some.filter(({ isCovered }) => isCovered).length,
          confirmed: some.filter(({ isCovered, isConfirmed }) => isCovered && isConfirmed).length,
        });
      const rows = [0, 1, 2, 3].flatMap((kind) => [
        ...[...groupBy(claims, ({ keys }) => keys[kind]).values()].map(count),
      ]);
      if (rows.map(createOutliers(rows, count(claims))).some((one) => one !== null)) alarms += 1;
    }
    expect(alarms).toBeLessThanOrEqual(50);
  });
});
