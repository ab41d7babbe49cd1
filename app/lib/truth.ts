import type { SubmissionStatus } from "./domain.ts";
import { EVIDENCE_SOURCES, type EvidenceSource } from "./evidence.ts";
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
export type Truth = Omit<DecidedCounts, "confirmed"> & {
  share: number | null;
  low: number;
  high: number;
  withWaiting?: WithWaiting | undefined;
};

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

/** What counts say of decided claims besides their states: what verified them, and whether a rule did. */
export const EVIDENCE_MEASURES = [
  "evidence",
  ...EVIDENCE_SOURCES.map((source) => `evidence:${source}` as const),
  "byRule",
] as const;
export type EvidenceMeasure = (typeof EVIDENCE_MEASURES)[number];
export type EvidenceCounts = Record<EvidenceMeasure, number>;
export const NO_EVIDENCE: EvidenceCounts = {
  evidence: 0,
  "evidence:statement": 0,
  "evidence:postback": 0,
  "evidence:api": 0,
  byRule: 0,
};

type Decided = { truthState: TruthState; restsOn: string | null; isByRule: boolean };

/** The measures that a claim counts in. What was charged back is not shown to be true. */
export function listEvidenceMeasures({ truthState, restsOn, isByRule }: Decided): EvidenceMeasure[] {
  const isVerified = truthStates.verified.includes(truthState);
  const sources =
    isVerified && restsOn ? EVIDENCE_SOURCES.filter((one) => restsOn.split(" ").includes(one)) : [];
  return [
    ...(sources.length > 0 ? (["evidence"] as const) : []),
    ...sources.map((source) => `evidence:${source}` as const),
    ...(isByRule && truthStates.decided.includes(truthState) ? (["byRule"] as const) : []),
  ];
}

/** How much of the truth rate brokers' evidence has shown, by its sources, and how much of it rules decided. */
export type ByEvidence = {
  confirmed: number;
  share: number | null;
  byRule: number;
  sources: Record<EvidenceSource, number>;
};

export const toByEvidence = (counts: EvidenceCounts & Pick<DecidedCounts, "decided">): ByEvidence => ({
  confirmed: counts.evidence,
  share: toShare(counts.evidence, counts.decided),
  byRule: counts.byRule,
  sources: {
    statement: counts["evidence:statement"],
    postback: counts["evidence:postback"],
    api: counts["evidence:api"],
  },
});

/** A rule decides the easy claims first: only claims that had time to be decided compare, waiting ones included. */
export const SETTLED_DAYS = 14;
export type WithWaiting = { claims: number; verified: number; share: number | null };

export function toWithWaiting({ decided, verified, waiting }: Omit<DecidedCounts, "confirmed">): WithWaiting {
  const claims = decided + waiting;
  return { claims, verified, share: toShare(verified, claims) };
}

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
  return `${formatNumber(Math.min(99.9, Math.max(0.1, Math.round((part / whole) * 1000) / 10)))}%`;
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

/** "58.3%" of all claims that had time to be decided, "–" of none. */
export const describeWithWaiting = ({ claims, verified }: WithWaiting) => ({
  rate: claims === 0 ? "–" : toPercent(verified, claims),
  of: `of ${formatNumber(claims)} older than ${SETTLED_DAYS} days`,
});

/** "41.2%", null of nothing. */
export const describeByEvidence = ({ confirmed }: ByEvidence, { decided }: Truth): string | null =>
  decided === 0 ? null : toPercent(confirmed, decided);

/** "41.2%", null of nothing. */
export const describeByStatement = ({ confirmed }: ByStatement, { decided }: Truth): string | null =>
  decided === 0 ? null : toPercent(confirmed, decided);

/** Of how many decided claims it is told that a row is far below the others. */
const DECIDED_MIN = 10;
/** How likely an owner without any difference between rows is to be told of one. */
const FALSE_ALARMS = 0.05;

/** Claims on days that statements cover: how many are decided, and how many of them statements confirm. */
export type InStatements = Pick<DecidedCounts, "confirmed" | "decided">;
type Counted = { truth: Truth; inStatements?: InStatements | undefined };

/**
 * Says what is far below the others of its breakdown, which chance explains for at most one in 20 owners. Null for
 * what is not.
 * @param rows all that are tried together
 */
export function createOutliers(rows: readonly Counted[], all: Counted): (row: Counted) => string | null {
  const trueOf = ({ truth }: Counted): Part => ({ whole: truth.decided, part: truth.verified });
  const confirmedOf = ({ inStatements }: Counted): Part => ({
    whole: inStatements?.decided ?? 0,
    part: inStatements?.confirmed ?? 0,
  });
  const tries = rows.flatMap((row) => [trueOf(row), confirmedOf(row)].filter(isEnough)).length;
  const isFarBelow = (own: Part, total: Part) =>
    isEnough(own) && lowerTail(own, total) < FALSE_ALARMS / Math.max(1, tries);
  const describe = (own: Part, total: Part) => ({
    here: toPercent(own.part, own.whole),
    elsewhere: toPercent(total.part - own.part, total.whole - own.whole),
  });
  return (row) => {
    const [isTrue, areTrue, confirmed, allConfirmed] = [
      trueOf(row),
      trueOf(all),
      confirmedOf(row),
      confirmedOf(all),
    ] as const;
    if (isFarBelow(isTrue, areTrue)) {
      const { here, elsewhere } = describe(isTrue, areTrue);
      return `Far below the others: ${here} true here, ${elsewhere} elsewhere`;
    }
    if (isFarBelow(confirmed, allConfirmed)) {
      const { here, elsewhere } = describe(confirmed, allConfirmed);
      return `Far below the others: statements confirm ${here} here, ${elsewhere} elsewhere`;
    }
    return null;
  };
}

type Part = { whole: number; part: number };

const isEnough = ({ whole }: Part) => whole >= DECIDED_MIN;

/** How likely it is that as few of a part are true as are, or fewer, if chance alone decides which ones (Fisher). */
function lowerTail(own: Part, total: Part): number {
  const [others, othersTrue] = [total.whole - own.whole, total.part - own.part];
  if (others <= 0 || own.part * total.whole >= total.part * own.whole) return 1;
  const ways = (whole: number, part: number) =>
    logFactorial(whole) - logFactorial(part) - logFactorial(whole - part);
  let chance = Math.exp(ways(own.whole, own.part) + ways(others, othersTrue) - ways(total.whole, total.part));
  let sum = chance;
  // Each of fewer is less likely than the one before.
  for (let part = own.part; part > 0 && chance > sum * 1e-9; part -= 1) {
    const rest = total.part - part;
    chance *= (part * (others - rest)) / ((own.whole - part + 1) * (rest + 1));
    sum += chance;
  }
  return sum;
}

/** By Stirling's series, which is exact enough from ten on. */
function logFactorial(whole: number): number {
  if (whole < 10)
    return Math.log(Array.from({ length: whole }, (_, index) => index + 1).reduce((a, b) => a * b, 1));
  const series = 1 / (12 * whole) - 1 / (360 * whole ** 3) + 1 / (1260 * whole ** 5);
  return whole * Math.log(whole) - whole + Math.log(2 * Math.PI * whole) / 2 + series;
}
