import Decimal from "decimal.js-light";
import { DAY, HOUR } from "#app/lib/dates.ts";
import type { MatchDoubt } from "#app/lib/statements.ts";
import { type AmountLevel, compareValues, EQUAL, FEE, figuresOf, type StatedAmount } from "./amount.ts";
import { assign, type Edge } from "./assign.ts";
import { type Coverage, doubt, doubtFile, isWhole, isWithFee } from "./doubt-file.ts";
import { reason } from "./explain.ts";
import type { HeldClaim, Hit } from "./find-hits.ts";
import { DELAY, type Fit, type FitRules, findDoubt, isAmountCovered, isSeveral } from "./fit.ts";
import { KEY_WEIGHTS, type Option, SHARED_PART } from "./identify.ts";
import type { Proof } from "./proofs.ts";
import type { MatchGroup, Reason } from "./types.ts";
import type { Words } from "./words.ts";

/** What the file says of a claim. */
export type Outcome = {
  held: HeldClaim;
  option: Option;
  fits: Fit[];
  group: MatchGroup;
  /** What makes it less sure than its keys. */
  doubts: Reason[];
  /** Whether all of them are of the time. */
  isOnlyTimeDoubted: boolean;
};

/** Where claims and rows stand in an order that the file's order does not change. */
export type Order = { claims: Map<HeldClaim, number>; proofs: Map<Proof, number> };

/** The row of a verified claim stays with it, and a rejected claim takes none from others. */
const STATUS_WORTH = { handled: 530, pending: 500, rejected: 100 };

/** How much a row is worth for a claim, to choose between rows and between claims. */
function worthOf({ held, identity, client }: Option, { amount, time }: Fit): number {
  const keys = (hits: Hit[]) => hits.reduce((sum, { key }) => sum + KEY_WEIGHTS[key], 0);
  const country = held.claim.country && client.countries.includes(held.claim.country.toUpperCase()) ? 3 : 0;
  // People confirm soon: one row at once and one after days is likelier than two after a day each.
  const hours = Math.abs(time.before) / HOUR + (time.before < 0 ? 6 : 0);
  return (
    STATUS_WORTH[held.claim.status] +
    Math.min(keys(identity.own) + keys(identity.shared) * SHARED_PART, 200) -
    identity.different.length * 20 +
    country +
    (amount.level === "unknown" ? 0 : 40 * (1 - Math.min(amount.off * 4, 1))) +
    Math.max(0, 24 - 3 * Math.log(1 + hours))
  );
}

const LEVELS: AmountLevel[] = ["equal", "near", "half", "far", "unknown"];
/** A claim that was confirmed so much sooner after the row is the row's. */
const MUCH_SOONER = 7 * DAY;

const isNear = ({ amount: { level } }: Fit) => level === "equal" || level === "near";
const isElsewhere = ({ proof }: Fit) => proof.neighbour !== null;
const isIn = ({ time }: Fit) => time.is === "inside" || time.is === "unknown";

/** Parts of a deposit are made within this time. */
const PARTS_WITHIN = DAY;
/** A file of so many days at most is short. */
const SHORT = 8 * DAY;
const LEFT_SHARE = 1 / 3;
/** A row so near needs no comparison with parts. */
const SOON = 7 * DAY;

/** The rounds in which rows go to claims: what fits best goes first. */
const isEqual = (fit: Fit) => isIn(fit) && fit.amount.level === "equal";
const isEqualSoon = (fit: Fit) => isEqual(fit) && Math.abs(fit.time.before) <= SOON;
const isNearly = (fit: Fit) => isIn(fit) && (fit.amount.level === "near" || fit.amount.level === "unknown");
const isHalf = (fit: Fit) => isIn(fit) && fit.amount.level === "half";
const isOutside = (fit: Fit) => fit.time.is === "outside" && isNear(fit);

export class Settlement {
  readonly outcomes = new Map<HeldClaim, Outcome>();
  /** Claims that got a row of another file, which shows them. */
  readonly elsewhere = new Set<HeldClaim>();
  private readonly taken = new Map<Proof, HeldClaim[]>();
  /** What is left of a sum. */
  private readonly left = new Map<Proof, Decimal>();

  constructor(
    private readonly order: Order,
    readonly rules: FitRules,
    readonly coverage: Coverage | null,
    private readonly words: Words,
    private readonly isRunning: boolean,
  ) {}

  private isFree(proof: Proof): boolean {
    return !this.taken.has(proof);
  }

  private take(option: Option, fits: Fit[], group: MatchGroup, isWeak = false): void {
    const { held } = option;
    const doubts = held.claim.cameInRush ? [reason("The claim came in a rush.", -20)] : [];
    this.outcomes.set(held, {
      held,
      option,
      fits,
      group,
      doubts,
      isOnlyTimeDoubted: doubts.length === 0 && !isWeak,
    });
    for (const { proof } of fits) this.taken.set(proof, [...(this.taken.get(proof) ?? []), held]);
  }

  /** Gives rows to the claims that share a strong key with their client. */
  settleStrong(options: readonly Option[]): void {
    const open = options.filter(({ identity }) => identity.stance !== "contradicted");
    this.assignRound(open, isEqualSoon);
    this.settleSums(open);
    this.settleSplits(open);
    this.assignRound(open, isEqual);
    this.assignRound(open, isNearly);
    this.settleTakenBack(options);
    this.assignRound(open, isHalf);
    this.assignRound(open, isOutside);
    this.doubtContested(open);
    this.leaveToOthers();
    this.doubtByNeighbours();
    this.doubtSmallParts();
    doubtFile([...this.outcomes.values()], this, this.isRunning);
    this.limitTimeDoubts(options);
  }

  /** The time is not the only doubt where another claim or another file could have the row. */
  private limitTimeDoubts(options: readonly Option[]): void {
    const claims = new Map<Proof, Set<HeldClaim>>();
    for (const { held, fits } of options)
      for (const fit of fits)
        if (held.claim.status !== "rejected" && fit.amount.level !== "far")
          claims.set(fit.proof, (claims.get(fit.proof) ?? new Set()).add(held));
    for (const outcome of this.outcomes.values()) {
      const { held, option, fits } = outcome;
      const isContested = fits.some(({ proof }) => (claims.get(proof)?.size ?? 0) > 1);
      const isInOther = option.fits.some(
        (fit) => isElsewhere(fit) && isIn(fit) && fit.amount.level !== "far",
      );
      if (isContested || isInOther || this.isAtEdge(held.at, fits)) outcome.isOnlyTimeDoubted = false;
    }
  }

  /** Whether the row may be in a file before or after this one. */
  private isAtEdge(at: number, fits: readonly Fit[]): boolean {
    if (!this.coverage) return false;
    const { from, to } = this.coverage;
    return at > to || at < from || (at < from + DELAY && fits.some(({ time }) => time.before < 0));
  }

  private isOpen({ held }: Option): boolean {
    return !this.outcomes.has(held) && !this.elsewhere.has(held);
  }

  private assignRound(options: readonly Option[], accepts: (fit: Fit) => boolean, isWeak = false): void {
    const edges: (Edge & { option: Option; fit: Fit })[] = [];
    for (const option of options) {
      if (!this.isOpen(option)) continue;
      for (const fit of option.fits) {
        const { proof } = fit;
        if (isSeveral(proof) || proof.takenBack || !this.isFree(proof) || !accepts(fit)) continue;
        const [left, right] = [this.order.claims.get(option.held) ?? 0, this.order.proofs.get(proof) ?? 0];
        edges.push({ left, right, worth: worthOf(option, fit), option, fit });
      }
    }
    for (const { option, fit } of assign(edges))
      this.take(option, [fit], isWeak ? "likely" : judge(option, [fit]), isWeak);
  }

  /** A sum proves claims of its period as long as their amounts together do not exceed it. */
  private settleSums(options: readonly Option[], isWeak = false): void {
    const entries = options.flatMap((option) =>
      option.fits.flatMap((fit) => {
        if (!isSeveral(fit.proof) || fit.proof.takenBack || !isIn(fit)) return [];
        const rank = rankInSum(option, fit);
        return rank === RANKS.far ? [] : [{ option, fit, rank, worth: worthOf(option, fit) }];
      }),
    );
    entries.sort(
      (a, b) =>
        a.rank - b.rank ||
        b.worth - a.worth ||
        (this.order.claims.get(a.option.held) ?? 0) - (this.order.claims.get(b.option.held) ?? 0) ||
        (this.order.proofs.get(a.fit.proof) ?? 0) - (this.order.proofs.get(b.fit.proof) ?? 0),
    );
    const covered = new Set(entries.flatMap(({ option, rank }) => (rank === RANKS.covered ? [option] : [])));
    for (const { option, fit, rank } of entries) {
      if (!this.isOpen(option) || !this.hasRoom(option, fit)) continue;
      this.take(option, [fit], isWeak ? "likely" : judge(option, [fit]), isWeak);
      const outcome = this.outcomes.get(option.held);
      if (rank === RANKS.fee && covered.has(option) && outcome?.group === "certain")
        doubt(outcome, "Another sum of the client covers it as well.");
    }
  }

  private hasRoom({ held: { stated } }: Option, { proof, amount }: Fit): boolean {
    const takers = this.taken.get(proof)?.length ?? 0;
    if (proof.row.count !== null && takers >= proof.row.count) return false;
    if (!stated || !amount.figure) return takers === 0 || this.left.get(proof)?.gt(0) === true;
    const whole = amount.figure.value;
    const left = this.left.get(proof) ?? whole;
    if (takers > 0 && left.lt(stated.value.mul(1 - EQUAL))) return false;
    this.left.set(
      proof,
      left.sub(stated.value).lt(whole.mul(EQUAL)) ? new Decimal(0) : left.sub(stated.value),
    );
    return true;
  }

  /** Where more claims fit a row than it can prove, nobody knows which one is true. */
  private doubtContested(options: readonly Option[]): void {
    for (const option of options) {
      if (!this.isOpen(option) || option.held.claim.status === "rejected") continue;
      for (const fit of option.fits) {
        if (
          !isIn(fit) ||
          !(isNear(fit) || isAmountCovered(option.held, fit) || fit.amount.level === "unknown")
        )
          continue;
        for (const taker of this.taken.get(fit.proof) ?? []) {
          const outcome = this.outcomes.get(taker);
          if (outcome?.group !== "certain" || taker.claim.status === "handled") continue;
          const own = outcome.fits.find(({ proof }) => proof === fit.proof);
          const isBetter =
            LEVELS.indexOf(own?.amount.level ?? "unknown") < LEVELS.indexOf(fit.amount.level) &&
            !isSeveral(fit.proof);
          const isSooner = Math.abs(own?.time.before ?? 0) + MUCH_SOONER < Math.abs(fit.time.before);
          if (!isBetter && !isSooner) doubt(outcome, "Another claim fits the row as well.");
        }
      }
    }
  }

  private leaveToOthers(): void {
    for (const [held, { fits }] of this.outcomes)
      if (fits.some(isElsewhere)) {
        this.outcomes.delete(held);
        this.elsewhere.add(held);
      }
  }

  /** Where another file has a row that fits as well and is of no claim, nobody knows which one is right. */
  private doubtByNeighbours(): void {
    for (const outcome of this.outcomes.values()) {
      if (outcome.group !== "certain") continue;
      const others = outcome.option.fits.filter((fit) => isElsewhere(fit) && isIn(fit));
      if (others.some((fit) => this.fitsAsWell(fit, outcome)))
        doubt(outcome, "A row of another statement fits as well.");
    }
  }

  private fitsAsWell({ proof, amount: { figure } }: Fit, outcome: Outcome): boolean {
    const { stated } = outcome.held;
    const left = this.isFree(proof) ? figure?.value : this.left.get(proof);
    if (!stated || !figure) return this.isFree(proof) || left?.gt(0) === true;
    if (!left) return false;
    const { level } = compareValues(stated.value, left);
    if (level === "equal" || isWhole(outcome)) return level === "equal";
    return level === "near" || (!isWithFee(outcome) && isSeveral(proof) && left.gt(stated.value));
  }

  /** Few people make several deposits within days: a small part of a sum fits by chance. */
  private doubtSmallParts(): void {
    if (!this.coverage || this.coverage.to - this.coverage.from > SHORT) return;
    for (const outcome of this.outcomes.values()) {
      if (outcome.group !== "certain") continue;
      const [fit] = outcome.fits;
      const left = fit && this.left.get(fit.proof);
      if (!left) continue;
      if (!fit.amount.figure) doubt(outcome, "Another claim has a part of the sum.");
      else if (left.gt(fit.amount.figure.value.mul(LEFT_SHARE)))
        doubt(outcome, "Over a third of the sum is of no claim.");
    }
  }

  /** A deposit that was made in two to four parts, which together are the visitor's amount. */
  private settleSplits(options: readonly Option[]): void {
    for (const option of options) {
      const { stated } = option.held;
      if (!stated || !this.isOpen(option)) continue;
      const free = option.fits.filter(
        (fit) =>
          isIn(fit) &&
          fit.time.is !== "unknown" &&
          !fit.proof.takenBack &&
          this.isFree(fit.proof) &&
          !isElsewhere(fit),
      );
      // All parts before the fee, or all after it.
      const parts = findParts(stated, free, this.rules, 0) ?? findParts(stated, free, this.rules, 1);
      if (parts) this.take(option, parts, judge(option, parts));
    }
  }

  /** Rows that later ones take back. */
  private settleTakenBack(options: readonly Option[]): void {
    for (const option of options) {
      const isOpen = this.isOpen(option) || this.outcomes.get(option.held)?.fits.some(isElsewhere);
      if (!isOpen || option.held.claim.status === "rejected") continue;
      const fit = option.fits
        .filter((one) => one.proof.takenBack && isIn(one) && isNear(one) && this.isFree(one.proof))
        .sort((a, b) => worthOf(option, b) - worthOf(option, a))[0];
      if (fit) this.take(option, [fit], "contradicted");
    }
  }

  /** Gives what is left to claims that share only weaker keys. */
  settleWeak(options: readonly Option[]): void {
    const open = options.filter((option) => this.isOpen(option));
    this.assignRound(open, (fit) => isIn(fit) && isNear(fit), true);
    this.settleSums(open, true);
    this.assignRound(open, (fit) => isIn(fit) && fit.amount.level !== "far", true);
  }

  /** Gives what is left to claims that one field speaks against, where amount and day agree. */
  settleDoubtful(options: readonly Option[]): void {
    const isSoon = (fit: Fit) => isIn(fit) && Math.abs(fit.time.before) <= 2 * DAY;
    this.assignRound(options, (fit) => isSoon(fit) && isNear(fit), true);
    this.assignRound(options, (fit) => isSoon(fit) && fit.amount.level === "unknown", true);
  }

  /** What a claim's client has instead: another amount by far, or rows that prove other claims. */
  contradict(options: readonly Option[]): void {
    for (const option of options) {
      if (!this.isOpen(option)) continue;
      const fit = option.fits
        .filter((one) => isIn(one) && !one.proof.isElsewhere && !isElsewhere(one))
        .sort((a, b) => worthOf(option, b) - worthOf(option, a))[0];
      if (!fit) continue;
      const isEnough = fit.amount.level !== "far" || isAmountCovered(option.held, fit);
      const doubts =
        isEnough && !this.isFree(fit.proof)
          ? [reason(`${this.words.row(fit.proof.line)} already proves another claim.`, -60)]
          : [];
      this.outcomes.set(option.held, {
        held: option.held,
        option,
        fits: [fit],
        group: "contradicted",
        doubts,
        isOnlyTimeDoubted: false,
      });
    }
  }
}

/**
 * How a claim is in a sum: it is all of it, all but a fee, a part, has no amount, is of another time, or
 * exceeds it.
 */
const RANKS = { whole: 0, fee: 1, covered: 2, near: 3, unstated: 4, late: 5, half: 6, far: 7 };
/** What a payment may cost, and how soon after it people confirm. */
const FEE_WITHIN = 2 * DAY;

function rankInSum({ held: { stated } }: Option, { time, amount }: Fit): number {
  if (!stated || !amount.figure) return RANKS.unstated;
  if (amount.level === "equal") return RANKS.whole;
  const isBelow = amount.figure.value.lt(stated.value);
  if (isBelow && amount.off <= FEE && Math.abs(time.before) <= FEE_WITHIN) return RANKS.fee;
  if (amount.figure.value.gte(stated.value)) return time.before === 0 ? RANKS.covered : RANKS.late;
  if (amount.level === "near") return RANKS.near;
  return amount.level === "half" ? RANKS.half : RANKS.far;
}

/** How sure a match with these rows is. Nothing makes a claim that came in a rush certain. */
function judge(option: Option, fits: readonly Fit[]): MatchGroup {
  const group = judgeRows(option, fits);
  return group === "certain" && option.held.claim.cameInRush ? "likely" : group;
}

function judgeRows(option: Option, fits: readonly Fit[]): MatchGroup {
  const { held, fits: all, identity } = option;
  const [fit] = fits;
  // Somebody else's account number is outweighed only by the same amount at the usual time.
  if (identity.isElsewhere && !fits.every((one) => one.time.is === "inside" && one.amount.level === "equal"))
    return fits.length > 1 ? "likely" : "contradicted";
  if (identity.stance !== "certain") return identity.stance;
  if (!fit || fits.some(({ time }) => time.is === "outside")) return "likely";
  if (fits.some(({ proof }) => proof.takenOutBy !== null || findDoubt(held, proof) !== null)) return "likely";
  if (fits.length > 1) return "certain";
  const { level, figure } = fit.amount;
  if (held.stated && figure) {
    const isWithin = fit.time.before === 0 && isAmountCovered(option.held, fit);
    return level === "equal" || level === "near" || isWithin ? "certain" : "likely";
  }
  // An amount that can't be compared is not confirmed.
  if (held.stated || fit.time.is === "unknown") return "likely";
  const inWindow = all.filter(
    ({ time, proof }) => time.is === "inside" && !proof.isElsewhere && proof.neighbour === null,
  );
  const isOne = inWindow.length === 1 && (fit.proof.row.count ?? 1) <= 1;
  return isOne ? "certain" : "likely";
}

/** What alone makes a match likely, where the time is all that is unusual, a usual fee at most aside. */
export function findOnlyDoubt(outcome: Outcome): MatchDoubt | null {
  const { option, fits, group, doubts, isOnlyTimeDoubted } = outcome;
  const isUnusual = doubts.length > 0 || fits.some(({ time }) => time.is === "outside");
  if (group !== "likely" || !isUnusual || !isOnlyTimeDoubted || option.held.stated === null) return null;
  const inTime = fits.map((fit) => ({ ...fit, time: { ...fit.time, is: "inside" as const } }));
  if (judge(option, inTime) !== "certain") return null;
  if (isWhole(outcome)) return "time";
  // At a day's rate, or without a currency, the file's amount is not what a decision stores.
  const isStated = fits.every(({ proof, amount }) => proof.row.currency && amount.figure?.via !== "rate");
  return isWithFee(outcome) && isStated ? "fee" : null;
}

const PARTS_MAX = 4;
const SEARCHED_MAX = 12;

/** The rows closest in time whose amounts together are the stated one. */
function findParts(
  stated: StatedAmount,
  fits: readonly Fit[],
  { convert }: FitRules,
  figure: number,
): Fit[] | null {
  if (fits.length < 2) return null;
  const nearest = [...fits]
    .sort((a, b) => Math.abs(a.time.before) - Math.abs(b.time.before))
    .slice(0, SEARCHED_MAX)
    .flatMap((fit) => {
      const value = figuresOf(fit.proof, stated.currency, convert)[figure]?.value;
      return value?.lt(stated.value) ? [{ fit, value }] : [];
    });
  let best: { fits: Fit[]; cost: number } | null = null;
  const search = (from: number, chosen: typeof nearest, sum: Decimal): void => {
    if (chosen.length >= 2 && compareValues(stated.value, sum).level === "equal") {
      const times = chosen.map(({ fit }) => fit.proof.from ?? 0);
      const span = Math.max(...times) - Math.min(...times);
      const cost = span + Math.max(...chosen.map(({ fit }) => Math.abs(fit.time.before)));
      if (span <= PARTS_WITHIN && (best === null || cost < best.cost))
        best = { fits: chosen.map(({ fit }) => fit), cost };
    }
    if (chosen.length === PARTS_MAX || sum.gt(stated.value)) return;
    for (let at = from; at < nearest.length; at++) {
      const part = nearest[at];
      if (part) search(at + 1, [...chosen, part], sum.add(part.value));
    }
  };
  search(0, [], new Decimal(0));
  return (best as { fits: Fit[]; cost: number } | null)?.fits ?? null;
}
