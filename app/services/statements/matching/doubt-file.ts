import { DAY, HOUR } from "#app/lib/dates.ts";
import { FEE } from "./amount.ts";
import { reason } from "./explain.ts";
import { DELAY, isSeveral, LONG } from "./fit.ts";
import { countSubjects, type Option } from "./identify.ts";
import type { Outcome } from "./settle.ts";

/** The period that the file covers completely. */
export type Coverage = {
  from: number;
  to: number;
  /** Files of the broker adjoin it there, so that what is missing here is in them. */
  isContinued: { before: boolean; after: boolean };
};

/** How many equal amounts tell how soon people confirm, and how many of them are usual. */
const USUAL_MIN = 50;
const USUAL_SHARE = 0.9;
const NEARLY_ALL_SHARE = 0.97;
const USUAL_LEAST = 2 * DAY;
const LONG_AGO = 7 * DAY;
/** A sum hides its days. */
const SUMS_LEAST = 5 * DAY;

/** Makes matches likely that the file as a whole speaks against, or of a small one what people usually do. */
export function doubtFile(
  outcomes: readonly Outcome[],
  { coverage }: { coverage: Coverage | null },
  isRunning: boolean,
): void {
  const delays = isRunning ? [] : findDelays(outcomes);
  if (coverage) doubtEdges(outcomes, { coverage, delays });
  // Rows that come one by one can't tell what is usual: it is what is usual everywhere.
  if (isRunning) doubtFar(outcomes);
  else if (delays.length > 0) doubtUnusual(outcomes, describeDelays(delays));
  else doubtLate(outcomes);
}

export function doubt(outcome: Outcome, text: string, { isOfTime = false } = {}): void {
  outcome.group = "likely";
  outcome.doubts.push(reason(text, -20));
  if (!isOfTime) outcome.isOnlyTimeDoubted = false;
}

const isCertain = ({ group }: Outcome) => group === "certain";
/** The same amount, in one row or in its parts. */
export const isWhole = ({ fits }: Outcome) =>
  fits.length > 1 || fits.every(({ amount }) => amount.level === "equal");
/** Nearly the same amount, with a usual fee. */
export const isWithFee = (outcome: Outcome) =>
  isWhole(outcome) || outcome.fits.every(({ amount }) => amount.figure !== null && amount.off <= FEE);
const beforeOf = ({ fits }: Outcome) => fits[0]?.time.before ?? 0;

/** How long before the confirmation the rows are, in order; empty where too few tell. */
function findDelays(outcomes: readonly Outcome[]): number[] {
  const delays = outcomes.filter((outcome) => isCertain(outcome) && isWhole(outcome)).map(beforeOf);
  return delays.length < USUAL_MIN ? [] : delays.sort((a, b) => a - b);
}

const shareOf = (delays: readonly number[], share: number) =>
  Math.max(delays[Math.floor(delays.length * share)] ?? 0, USUAL_LEAST);

/** Near the ends of the file, what a claim is about may be in the one before or after it. */
function doubtEdges(
  outcomes: readonly Outcome[],
  { coverage: { from, to, isContinued }, delays }: { coverage: Coverage; delays: number[] },
): void {
  const usual = shareOf(delays, USUAL_SHARE);
  const nearlyAll = Math.max(shareOf(delays, NEARLY_ALL_SHARE), SUMS_LEAST);
  for (const outcome of outcomes) {
    if (!isCertain(outcome)) continue;
    const { at, stated } = outcome.held;
    const before = beforeOf(outcome);
    const isSum = outcome.fits.some(({ proof }) => isSeveral(proof));
    const isLong = outcome.fits.some(({ proof }) => (proof.to ?? 0) - (proof.from ?? 0) > LONG);
    const isAfterEnd = !isContinued.after && at > to && !(isWhole(outcome) && before <= DAY && !isLong);
    const isBeforeStart = !isContinued.before && before < 0 && at < from + DELAY;
    // A part of a sum fits other deposits too, at the day's rate more of them; without an amount every row does.
    const isExchanged = outcome.fits.some(({ amount }) => amount.figure?.via === "rate");
    const ofUnstated = stated === null && !isContinued.before ? usual : 0;
    const isSure = isContinued.before && !isExchanged;
    const isEarly = !isWithFee(outcome) && at < from + (isSum && !isSure ? nearlyAll : ofUnstated);
    if (isAfterEnd || isBeforeStart || isEarly)
      doubt(outcome, "The matching row may be in an earlier or later file.");
  }
}

/** A deposit that is far from the confirmation may be another one than the claim's, which a later row tells. */
function doubtFar(outcomes: readonly Outcome[]): void {
  doubtUnusual(outcomes, { usual: USUAL_LEAST, nearlyAll: USUAL_LEAST, first: -HOUR, text: USUALLY });
  for (const outcome of outcomes) {
    if (!isCertain(outcome)) continue;
    const before = beforeOf(outcome);
    const isUnsure = outcome.held.stated === null && !hasSecondKey(outcome.option);
    if (before > LONG_AGO || before < -DAY || isUnsure) doubt(outcome, USUALLY, { isOfTime: true });
  }
}

const USUALLY = "Most people confirm within two days of the deposit.";

/** In a small file, only the same amount outweighs a time at which few people confirm. */
function doubtLate(outcomes: readonly Outcome[]): void {
  for (const outcome of outcomes) {
    if (!isCertain(outcome) || isWhole(outcome)) continue;
    const before = beforeOf(outcome);
    const isAfter = outcome.held.stated === null && before < -DAY;
    if (before > USUAL_LEAST || isAfter) doubt(outcome, USUALLY, { isOfTime: true });
  }
}

type Delays = { usual: number; nearlyAll: number; first: number; text: string };

const describeDelays = (delays: readonly number[]): Delays => ({
  usual: shareOf(delays, USUAL_SHARE),
  nearlyAll: shareOf(delays, NEARLY_ALL_SHARE),
  first: Math.min(delays[Math.floor(delays.length * (1 - NEARLY_ALL_SHARE))] ?? 0, -HOUR),
  text: "Nearly all others of this file confirmed at another time.",
});

/** A row at an unusual time needs a second key, and without an amount more than that. */
function doubtUnusual(outcomes: readonly Outcome[], { usual, nearlyAll, first, text }: Delays): void {
  for (const outcome of outcomes) {
    if (!isCertain(outcome)) continue;
    const before = beforeOf(outcome);
    const isOtherAmount = !isWhole(outcome) && before > usual;
    const isUnstated = outcome.held.stated === null && before < first;
    const isLate = before > nearlyAll && !hasSecondKey(outcome.option);
    if (isOtherAmount || isUnstated || isLate) doubt(outcome, text, { isOfTime: true });
  }
}

/** Whether anything besides one key says that the client is the claim's person. */
const hasSecondKey = ({ identity, compared }: Option) => {
  const same = (["email", "masked", "phone", "ending"] as const).filter(
    (field) => compared[field] === "same",
  );
  const isOfPerson = identity.own.some(({ key }) => key === "email" || key === "hash" || key === "phone");
  return countSubjects(identity.own) > 1 || same.length > (isOfPerson ? 1 : 0);
};
