import type { States } from "#app/database/queries/counts.server.ts";
import { toDecimalText, toWholeNumber } from "#app/lib/ten-thousandths.ts";
import { TRUTH_FILTERS, truthStates } from "#app/lib/truth.ts";
import type { CountSum } from "#app/services/counting/open-counts.server.ts";

/** Whether a claim counts on its own day, or on that of its ad click where it is known. */
export type MoneyBasis = "claim" | "click";

/** Amounts are decimal text in the workspace's currency; null where a part of one is unknown, which is not zero. */
export type MoneyRow = {
  /** As /api and links name the group; null for claims without one. */
  key: string | null;
  /** What people read. */
  label: string | null;
  /** Of a campaign, ad set or ad with spend. */
  adPlatform: string | null;
  views: number | null;
  claims: number;
  decided: number;
  verified: number;
  confirmed: number;
  waiting: number;
  /** By its ad platform, otherwise by all ad platforms that the claim's event was for. */
  accepted: number;
  /** Of verified claims. */
  value: string | null;
  waitingValue: string | null;
  commission: string | null;
  spend: string | null;
  /** Whether anything says what was spent, also where an amount of it is unknown. */
  hasSpend: boolean;
  impressions: number | null;
  clicks: number | null;
  platformConversions: number | null;
  /** Whether an amount has no exchange rate. */
  isPartial: boolean;
  /** Verified claims whose broker had no commission, or no exchange rate to it. */
  unknownCommission: number;
  /** The filters of the claims list that has exactly the row's claims; null where none has. */
  claimsQuery: Record<string, string> | null;
  /** The filters of the list of spend that has exactly the row's spend; null where none has. */
  spendQuery: Record<string, string> | null;
  /** The row's own `AdObject`. */
  ref: string | null;
  /** The `AdObject` of its campaign. */
  campaignRef: string | null;
};

const COUNTS = [
  ...(["claims", ...TRUTH_FILTERS, "accepted"] as const),
  ...(["unconverted", "unknownValue", "unknownWaitingValue", "unknownCommission"] as const),
];
const AMOUNTS = ["amount", "waitingAmount", "commission"] as const;

/** The claims and spend of a row; amounts are in ten-thousandths, to be exact and fast. */
export type MoneyGroup = {
  key: string | null;
  label: string | null;
  adPlatform: string | null;
  ref: string | null;
  campaignRef: string | null;
  /** Whether the owner says which source the campaign's spend counts under. */
  hasRule: boolean;
  claimsQuery: Record<string, string> | null;
  spendQuery: Record<string, string> | null;
  views: number | null;
  /** Claims that each ad platform accepted. */
  acceptedBy: Map<string, number>;
  /** Amounts of spend without an exchange rate. */
  unknownSpend: number;
  spend: bigint | null;
  conversions: bigint | null;
  impressions: number | null;
  clicks: number | null;
} & Record<(typeof COUNTS)[number], number> &
  Record<(typeof AMOUNTS)[number], bigint>;

/** Made once, because there is a group for each ad. */
const NO_MONEY: Omit<MoneyGroup, "key" | "label" | "acceptedBy"> = {
  adPlatform: null,
  ref: null,
  campaignRef: null,
  hasRule: false,
  claimsQuery: null,
  spendQuery: null,
  views: null,
  claims: 0,
  decided: 0,
  verified: 0,
  confirmed: 0,
  waiting: 0,
  accepted: 0,
  unconverted: 0,
  unknownValue: 0,
  unknownWaitingValue: 0,
  unknownCommission: 0,
  unknownSpend: 0,
  amount: 0n,
  waitingAmount: 0n,
  commission: 0n,
  spend: null,
  conversions: null,
  impressions: null,
  clicks: null,
};
export const newGroup = (key: string | null, more: Partial<MoneyGroup> = {}): MoneyGroup =>
  Object.assign({ ...NO_MONEY, key, label: key, acceptedBy: new Map() }, more);

/** Adds a measure of claims. */
export function addClaimSum(
  group: MoneyGroup,
  { measure, parts, ...states }: Pick<CountSum, "measure" | "parts"> & States,
) {
  if (measure === "claims") return addStates(group, states, toWholeNumber(parts));
  const [accepted, adPlatform] = measure.split(":");
  if (accepted === "accepted" && adPlatform !== undefined)
    group.acceptedBy.set(adPlatform, (group.acceptedBy.get(adPlatform) ?? 0) + toWholeNumber(parts));
  for (const name of COUNTS) if (name === measure) group[name] += toWholeNumber(parts);
  for (const name of AMOUNTS) if (name === measure) group[name] += parts;
}

function addStates(group: MoneyGroup, { status, eventState, truthState }: States, count: number): void {
  group.claims += count;
  for (const filter of TRUTH_FILTERS)
    if (truthStates[filter].some((state) => state === truthState)) group[filter] += count;
  if (status === "handled" && eventState === "sent") group.accepted += count;
}

/** Adds all claims of another group. */
export function addGroup(group: MoneyGroup, other: MoneyGroup): void {
  for (const name of COUNTS) group[name] += other[name];
  for (const name of AMOUNTS) group[name] += other[name];
  for (const [id, count] of other.acceptedBy)
    group.acceptedBy.set(id, (group.acceptedBy.get(id) ?? 0) + count);
}

/** Adds a measure of spend: a row of zero is known, no row is not. */
export function addSpendSum(
  group: MoneyGroup,
  { measure, parts }: Pick<CountSum, "measure" | "parts">,
): void {
  group.spend ??= 0n;
  if (measure === "spend") group.spend += parts;
  if (measure === "unconverted") group.unknownSpend += toWholeNumber(parts);
  if (measure === "conversions") group.conversions = (group.conversions ?? 0n) + parts;
  for (const name of ["impressions", "clicks"] as const)
    if (measure === name) group[name] = (group[name] ?? 0) + toWholeNumber(parts);
}

/** Claims of a day by their click are not those of the list's day, so they cannot be listed. */
export const createPresenter =
  (basis: MoneyBasis, { isConverting }: { isConverting: boolean }) =>
  (group: MoneyGroup): MoneyRow => ({
    key: group.key,
    label: group.label,
    adPlatform: group.adPlatform,
    views: group.views,
    claims: group.claims,
    decided: group.decided,
    verified: group.verified,
    confirmed: group.confirmed,
    waiting: group.waiting,
    accepted: countAccepted(group),
    value: group.unknownValue > 0 || isConverting ? null : toDecimalText(group.amount),
    waitingValue: group.unknownWaitingValue > 0 || isConverting ? null : toDecimalText(group.waitingAmount),
    commission: group.unknownCommission > 0 || isConverting ? null : toDecimalText(group.commission),
    spend: group.unknownSpend > 0 || group.spend === null || isConverting ? null : toDecimalText(group.spend),
    hasSpend: group.spend !== null,
    impressions: group.impressions,
    clicks: group.clicks,
    platformConversions: group.conversions === null ? null : Number(toDecimalText(group.conversions)),
    isPartial: group.unconverted + group.unknownSpend > 0,
    unknownCommission: group.unknownCommission,
    claimsQuery: basis === "click" || group.claims === 0 ? null : group.claimsQuery,
    spendQuery: group.spend === null ? null : group.spendQuery,
    ref: group.ref,
    campaignRef: group.campaignRef,
  });

/** An ad platform's own count stands beside what it accepted, whatever others did. */
function countAccepted(group: MoneyGroup): number {
  return group.adPlatform ? (group.acceptedBy.get(group.adPlatform) ?? 0) : group.accepted;
}

/** The most claims come first. */
export const compareGroups = (a: MoneyGroup, b: MoneyGroup) =>
  b.claims - a.claims || compare(b.spend ?? 0n, a.spend ?? 0n) || compare(a.key ?? "", b.key ?? "");
const compare = <T>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0);
