import type { SubmissionStatus } from "./domain.ts";
import { formatNumber } from "./regional-formats.ts";

/** How the truth rate counts a claim: as `none` once it is withdrawn, or if it was erased undecided. */
export type TruthState = "waiting" | "verified" | "confirmed" | "rejected" | "charged_back" | "none";

/** The counts of a truth rate. A claim that was charged back is decided but not verified. */
export const TRUTH_FILTERS = ["decided", "verified", "confirmed", "waiting"] as const;
export type TruthFilter = (typeof TRUTH_FILTERS)[number];
export const truthStates: Record<TruthFilter, readonly TruthState[]> = {
  decided: ["verified", "confirmed", "rejected", "charged_back"],
  verified: ["verified", "confirmed"],
  confirmed: ["confirmed"],
  waiting: ["waiting"],
};

type Claim = {
  status: SubmissionStatus;
  handledAt?: Date | null;
  withdrawnAt?: Date | null;
  chargedBackAt?: Date | null;
  confirmedByStatement?: boolean | null;
};

export function toTruthState(claim: Claim): TruthState {
  if (claim.withdrawnAt) return "none";
  if (claim.status === "pending") return "waiting";
  // Erasing the person of a claim that waits rejects it: nobody has decided.
  if (claim.status === "rejected") return claim.handledAt ? "rejected" : "none";
  if (claim.chargedBackAt) return "charged_back";
  return claim.confirmedByStatement ? "confirmed" : "verified";
}

export type DecidedCounts = Record<TruthFilter, number>;

/** `share` is null at 0 decided; `low` and `high` are the bounds of its 95% interval. All are of 1. */
export type Truth = Omit<DecidedCounts, "confirmed"> & { share: number | null; low: number; high: number };

export function toTruth({ decided, verified, waiting }: Omit<DecidedCounts, "confirmed">): Truth {
  const [low, high] = wilsonInterval(verified, decided);
  return { decided, verified, waiting, share: toShare(verified, decided), low, high };
}

const toShare = (part: number, whole: number) => (whole === 0 ? null : rounded(part / whole));

/** How many of the decided claims a statement has verified. */
export type ByStatement = { confirmed: number; share: number | null };

export const toByStatement = ({
  confirmed,
  decided,
}: Pick<DecidedCounts, "confirmed" | "decided">): ByStatement => ({
  confirmed,
  share: toShare(confirmed, decided),
});

/** The quantile of the normal distribution for 95%. */
const Z = 1.959963984540054;

/** Wilson's score interval. It stays within 0 and 1, and holds for few claims too. */
export function wilsonInterval(part: number, whole: number): [low: number, high: number] {
  if (whole === 0) return [0, 1];
  const share = part / whole;
  const scale = 1 + Z ** 2 / whole;
  const center = (share + Z ** 2 / (2 * whole)) / scale;
  const half = (Z / scale) * Math.sqrt((share * (1 - share)) / whole + Z ** 2 / (4 * whole ** 2));
  return [rounded(Math.max(0, center - half)), rounded(Math.min(1, center + half))];
}

const rounded = (value: number) => Math.round(value * 10_000) / 10_000;

/** With this many decided claims or more, the rate is shown without its interval. */
const INTERVAL_BELOW = 30;

/** "66.7%". Only all of them are 100%, and only none of them are 0%. */
function toPercent(part: number, whole: number): string {
  if (part === whole || part === 0) return part === 0 ? "0%" : "100%";
  return `${Math.min(99.9, Math.max(0.1, Math.round((part / whole) * 1000) / 10))}%`;
}

const toWholePercent = (share: number) => Math.round(share * 100);

/** A truth rate as people read it. */
export function describeTruth({ decided, verified, waiting, share, low, high }: Truth) {
  return {
    /** "66.7%", "–" of nothing. */
    rate: share === null ? "–" : toPercent(verified, decided),
    of: share === null ? "none decided" : `of ${formatNumber(decided)} decided`,
    /** "39–86%" while few are decided. */
    interval:
      share !== null && decided < INTERVAL_BELOW ? `${toWholePercent(low)}–${toWholePercent(high)}%` : null,
    /** "12 to check" */
    waiting: waiting === 0 ? null : `${formatNumber(waiting)} to check`,
  };
}

/** "41.2%", null of nothing. */
export const describeByStatement = ({ confirmed }: ByStatement, { decided }: Truth): string | null =>
  decided === 0 ? null : toPercent(confirmed, decided);

type Counted = { truth: Truth; byStatement: ByStatement };

/**
 * What is far below the others of a breakdown: its 95% interval ends before that of all others begins. Null for
 * what is not.
 */
export function describeOutlier(part: Counted, all: Counted): string | null {
  const decided = all.truth.decided - part.truth.decided;
  const isFarBelow = (own: number, others: number) =>
    wilsonInterval(own, part.truth.decided)[1] < wilsonInterval(others, decided)[0];
  const verified = all.truth.verified - part.truth.verified;
  if (isFarBelow(part.truth.verified, verified))
    return `Far below the others: ${toPercent(part.truth.verified, part.truth.decided)} true here, ${toPercent(verified, decided)} elsewhere`;
  const confirmed = all.byStatement.confirmed - part.byStatement.confirmed;
  if (isFarBelow(part.byStatement.confirmed, confirmed))
    return `Far below the others: statements confirm ${toPercent(part.byStatement.confirmed, part.truth.decided)} here, ${toPercent(confirmed, decided)} elsewhere`;
  return null;
}
