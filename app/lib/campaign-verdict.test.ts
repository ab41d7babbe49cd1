import { expect, test } from "vitest";
import { toVerdict } from "./campaign-verdict.ts";

const facts = {
  claims: 30,
  verified: 20,
  waiting: 0,
  spend: "1000",
  hasSpend: true,
  commission: "1000",
  usualCommission: 50,
};

test("a campaign earns if the fewest deposits that its count leaves likely still pay for it", () => {
  // Of 20 verified, 12.2 to 30.9 would be no surprise.
  expect(toVerdict({ ...facts, commission: "1640" })).toEqual({ kind: "earns" });
  expect(toVerdict({ ...facts, commission: "1630" })).toMatchObject({ kind: "tooFew" });
  // What waits can only add to it.
  expect(toVerdict({ ...facts, commission: "1640", waiting: 40 })).toEqual({ kind: "earns" });
});

test("a campaign loses if the most deposits that its count leaves likely do not pay for it", () => {
  expect(toVerdict({ ...facts, commission: "640" })).toEqual({ kind: "loses" });
  expect(toVerdict({ ...facts, commission: "650" })).toMatchObject({ kind: "tooFew" });
  // A commission of nothing is known, and never pays.
  expect(toVerdict({ ...facts, commission: "0" })).toEqual({ kind: "loses" });
});

test("a campaign that only loses if its waiting claims are false is to be checked first", () => {
  expect(toVerdict({ ...facts, commission: "640", waiting: 1 })).toEqual({ kind: "toCheck", waiting: 1 });
  expect(toVerdict({ ...facts, commission: "200", waiting: 1 })).toEqual({ kind: "loses" });
});

test("one without a verified deposit is judged by what others earn, and only by much spend", () => {
  const none = { ...facts, verified: 0, commission: "0" };
  // 3.69 deposits would be no surprise.
  expect(toVerdict({ ...none, spend: "185" })).toEqual({ kind: "loses" });
  expect(toVerdict({ ...none, spend: "184" })).toEqual({ kind: "tooFew", verified: 0, needed: 10 });
  expect(toVerdict({ ...none, usualCommission: null })).toEqual({ kind: "commissionUnknown" });
});

test("fewer than ten deposits never earn, however much one of them brought", () => {
  const few = { ...facts, verified: 9, commission: "90000" };
  expect(toVerdict(few)).toEqual({ kind: "tooFew", verified: 9, needed: 10 });
  expect(toVerdict({ ...few, verified: 10 })).toEqual({ kind: "earns" });
  expect(toVerdict({ ...few, spend: "0" })).toEqual({ kind: "tooFew", verified: 9, needed: 10 });
});

test("too few says about how many are needed, if commission and spend stay in their proportion", () => {
  const needed = (commission: string) => toVerdict({ ...facts, verified: 5, spend: "500", commission });
  expect(needed("1000")).toEqual({ kind: "tooFew", verified: 5, needed: 15 });
  expect(needed("750")).toEqual({ kind: "tooFew", verified: 5, needed: 30 });
  expect(needed("600")).toEqual({ kind: "tooFew", verified: 5, needed: 130 });
  expect(needed("400")).toEqual({ kind: "tooFew", verified: 5, needed: 80 });
  // Nobody can tell one that pays for itself and no more.
  expect(needed("500")).toEqual({ kind: "tooFew", verified: 5, needed: null });
});

test("as many as are needed are enough for a verdict", () => {
  for (const share of [0.3, 0.7, 0.85, 1.2, 1.35, 1.8, 3]) {
    const few = toVerdict({ ...facts, verified: 2, spend: "200", commission: String(200 * share) });
    if (few.kind !== "tooFew" || few.needed === null) throw new Error(`${share}: ${few.kind}`);
    const spend = few.needed * 100;
    const enough = {
      ...facts,
      verified: few.needed,
      spend: String(spend),
      commission: String(spend * share),
    };
    expect(toVerdict(enough).kind, String(share)).toBe(share > 1 ? "earns" : "loses");
  }
});

test("what is unknown is said in place of a verdict", () => {
  expect(toVerdict({ ...facts, spend: null, hasSpend: false })).toEqual({ kind: "spendMissing" });
  expect(toVerdict({ ...facts, spend: null })).toEqual({ kind: "spendUnknown" });
  expect(toVerdict({ ...facts, commission: null })).toEqual({ kind: "commissionUnknown" });
  // Nobody knows what a campaign brought that no claim names.
  expect(toVerdict({ ...facts, claims: 0, verified: 0, commission: "0" })).toEqual({ kind: "noClaims" });
});
