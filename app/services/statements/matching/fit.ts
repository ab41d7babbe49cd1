import { DAY } from "#app/lib/dates.ts";
import { type AmountFit, compareAmounts, UNKNOWN } from "./amount.ts";
import type { HeldClaim } from "./find-hits.ts";
import type { Proof } from "./proofs.ts";
import type { ConvertAmount } from "./types.ts";

/** How long after the confirmation the row may be. */
export const DELAY = 3 * DAY;
/** How long before the confirmation the row may be. */
const BEFORE = 30 * DAY;
/** Beyond the usual times a row is looked at by a person, up to these. */
const LONG_BEFORE = 45 * DAY;
const LONG_AFTER = 10 * DAY;

/** Longer than a day in an unknown time zone: a period. */
export const LONG = 3 * DAY;

type TimeFit = {
  /** `none` is so far that the row is of something else. */
  is: "inside" | "outside" | "none" | "unknown";
  /** How long the row is before the confirmation; negative for after it, 0 within its interval. */
  before: number;
};

export type Fit = { proof: Proof; time: TimeFit; amount: AmountFit };

export type FitRules = { convert: ConvertAmount | undefined };

function compareTimes(at: number, { from, to }: Pick<Proof, "from" | "to">): TimeFit {
  if (from === null || to === null) return { is: "unknown", before: 0 };
  const before = at > to ? at - to : at < from ? at - from : 0;
  if (before <= BEFORE && before >= -DELAY) return { is: "inside", before };
  return { is: before <= LONG_BEFORE && before >= -LONG_AFTER ? "outside" : "none", before };
}

/** Why what a total adds up to, or a first deposit, is not certain for a claim. */
export function findDoubt({ at }: HeldClaim, { joined }: Proof): string | null {
  if (!joined) return null;
  const { doubt, since } = joined;
  const isOfWindow = since === null || compareTimes(at, { from: since, to: since }).is === "inside";
  return isOfWindow ? doubt : "The total may be of earlier deposits.";
}

/** How a row fits a claim; null for a row of another action or another time. */
export function fitProof(held: HeldClaim, proof: Proof, { convert }: FitRules): Fit | null {
  if (proof.action !== null && proof.action !== held.claim.action) return null;
  const time = compareTimes(held.at, proof);
  if (time.is === "none") return null;
  return { proof, time, amount: held.stated ? compareAmounts(held.stated, proof, convert) : UNKNOWN };
}

/** Whether a row is the sum of what may be several transactions. */
export const isSeveral = ({ isSum, isSingle }: Proof) => isSum && !isSingle;

/** Whether a sum is enough for the claim's amount. */
export const isAmountCovered = ({ stated }: HeldClaim, { proof, amount }: Fit) =>
  isSeveral(proof) && stated !== null && amount.figure?.value.gte(stated.value) === true;

/** How far a row is from a claim in amount and days, cheaply and roughly; null for too far. */
export function measureRoughly(held: HeldClaim, proof: Proof, { convert }: FitRules): number | null {
  if (proof.action !== null && proof.action !== held.claim.action) return null;
  const time = compareTimes(held.at, proof);
  if (time.is !== "inside" && time.is !== "unknown") return null;
  const days = Math.abs(time.before) / DAY;
  if (!held.stated) return days;
  const stated = held.stated.value.toNumber();
  const isSame = proof.row.currency === held.stated.currency && proof.gross !== null;
  if (!isSame) {
    const { level, off } = compareAmounts(held.stated, proof, convert);
    return level === "far" ? null : level === "unknown" ? 10 + days : off * 100 + days;
  }
  const gross = proof.grossNumber;
  if (isSeveral(proof)) return stated > gross * 1.5 ? null : days + (gross >= stated ? 0 : 10);
  const off = Math.abs(gross - stated) / stated;
  return off > 0.6 && Math.abs(gross - stated) > 1 ? null : off * 100 + days;
}
