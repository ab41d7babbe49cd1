import type { SubmissionStatus } from "./domain.ts";

/** How the truth rate counts a claim: as `none` once it is withdrawn, or if it was erased undecided. */
export type TruthState = "waiting" | "verified" | "rejected" | "charged_back" | "none";

/** The three counts of a truth rate. A claim that was charged back is decided but not verified. */
export const TRUTH_FILTERS = ["decided", "verified", "waiting"] as const;
export type TruthFilter = (typeof TRUTH_FILTERS)[number];
export const truthStates: Record<TruthFilter, readonly TruthState[]> = {
  decided: ["verified", "rejected", "charged_back"],
  verified: ["verified"],
  waiting: ["waiting"],
};

type Claim = {
  status: SubmissionStatus;
  handledAt?: Date | null;
  withdrawnAt?: Date | null;
  chargedBackAt?: Date | null;
};

export function toTruthState({ status, handledAt, withdrawnAt, chargedBackAt }: Claim): TruthState {
  if (withdrawnAt) return "none";
  if (status === "pending") return "waiting";
  if (status === "handled") return chargedBackAt ? "charged_back" : "verified";
  // Erasing the person of a claim that waits rejects it: nobody has decided.
  return handledAt ? "rejected" : "none";
}

export type DecidedCounts = Record<TruthFilter, number>;

/** `share` is null at 0 decided; `low` and `high` are the bounds of its 95% interval. All are of 1. */
export type Truth = DecidedCounts & { share: number | null; low: number; high: number };

export function toTruth({ decided, verified, waiting }: DecidedCounts): Truth {
  const [low, high] = wilsonInterval(verified, decided);
  return { decided, verified, waiting, share: decided === 0 ? null : rounded(verified / decided), low, high };
}

/** The quantile of the normal distribution for 95%. */
const Z = 1.959963984540054;

/** Wilson's score interval. It stays within 0 and 1, and holds for few claims too. */
function wilsonInterval(part: number, whole: number): [low: number, high: number] {
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
  const count = (value: number) => value.toLocaleString("en-US");
  return {
    /** "66.7%", "–" of nothing. */
    rate: share === null ? "–" : toPercent(verified, decided),
    of: share === null ? "none decided" : `of ${count(decided)} decided`,
    /** "39–86%" while few are decided. */
    interval:
      share !== null && decided < INTERVAL_BELOW ? `${toWholePercent(low)}–${toWholePercent(high)}%` : null,
    /** "12 to check" */
    waiting: waiting === 0 ? null : `${count(waiting)} to check`,
  };
}
