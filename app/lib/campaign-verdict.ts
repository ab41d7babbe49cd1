import Decimal from "decimal.js-light";
import { poissonInterval } from "./money-figures.ts";

/** What can be said of a campaign. `needed` is null where more than a thousand would be. */
export type CampaignVerdict =
  | { kind: "earns" | "loses" | "spendMissing" | "spendUnknown" | "noClaims" | "commissionUnknown" }
  | { kind: "toCheck"; waiting: number }
  | { kind: "tooFew"; verified: number; needed: number | null };

type VerdictFacts = {
  claims: number;
  verified: number;
  waiting: number;
  /** Null without spend, and where an amount has no exchange rate. */
  spend: string | null;
  hasSpend: boolean;
  commission: string | null;
  /** What a verified claim earns among all campaigns; for one that has none. Null where it is unknown. */
  usualCommission: number | null;
};

/** One large deposit is no campaign that earns. */
const VERIFIED_MIN = 10;
const NEEDED_MAX = 1_000;

/** What a verified claim earns on average; null where it is unknown. */
export const toCommissionPerVerified = ({
  commission,
  verified,
}: Pick<VerdictFacts, "commission" | "verified">): number | null =>
  commission === null || verified === 0 ? null : Number(commission) / verified;

/**
 * Whether a campaign earns or loses, said only if that holds for every count of verified claims that its own one
 * leaves likely. What waits may all be true.
 */
export function toVerdict(facts: VerdictFacts): CampaignVerdict {
  const { verified, waiting, hasSpend, usualCommission } = facts;
  if (!hasSpend) return { kind: "spendMissing" };
  if (facts.spend === null) return { kind: "spendUnknown" };
  // Its links may not name it, and then what it brought is unknown.
  if (facts.claims === 0) return { kind: "noClaims" };
  const spend = new Decimal(facts.spend).toNumber();
  const isKnown = facts.commission !== null && (verified > 0 || usualCommission !== null);
  if (!isKnown) return { kind: "commissionUnknown" };
  const perOne = verified > 0 ? Number(facts.commission) / verified : (usualCommission ?? 0);
  const [low, high] = poissonInterval(verified);
  if (low * perOne > spend && verified >= VERIFIED_MIN) return { kind: "earns" };
  if (high * perOne < spend) {
    const [, highest] = poissonInterval(verified + waiting);
    return highest * perOne < spend ? { kind: "loses" } : { kind: "toCheck", waiting };
  }
  const share = verified === 0 || spend <= 0 ? null : (perOne * verified) / spend;
  return { kind: "tooFew", verified, needed: share === null ? VERIFIED_MIN : findNeeded(share) };
}

/**
 * About how many verified claims a campaign needs until it certainly earns or loses, if commission and spend stay in
 * their proportion.
 * @param share commission / spend
 */
function findNeeded(share: number): number | null {
  for (let count = VERIFIED_MIN; count <= NEEDED_MAX; count++) {
    const [low, high] = poissonInterval(count);
    if (low * share > count || high * share < count) return roundUp(count);
  }
  return null;
}

const roundUp = (count: number) => {
  const step = count <= VERIFIED_MIN ? 1 : count <= 50 ? 5 : count <= 200 ? 10 : 50;
  return Math.ceil(count / step) * step;
};
