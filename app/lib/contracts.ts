import type { Tier } from "./commission.ts";
import { dayIn } from "./dates.ts";
import { groupBy } from "./group-by.ts";
import { type Days, plusDays } from "./periods.ts";

/** What a part of a contract pays for. Two or more parts make a hybrid. Decision 41 says what each means. */
export const PART_KINDS = [
  "percent_of_deposits",
  "per_deposit",
  "cpa",
  "share_of_revenue",
  "per_lot",
  "flat",
  "unknown",
] as const;
export type PartKind = (typeof PART_KINDS)[number];

/** Those that pay something. */
export const PAID_KINDS = PART_KINDS.filter((kind): kind is PaidKind => kind !== "unknown");
export type PaidKind = Exclude<PartKind, "unknown">;

/** Their steps have percentages in place of amounts. */
export const PERCENT_KINDS: readonly PartKind[] = ["percent_of_deposits", "share_of_revenue"];

/** Their steps are the commission tiers, and count when a claim is verified. */
export const TIER_KINDS = ["percent_of_deposits", "per_deposit"] as const satisfies PartKind[];

/** A contract that begins on this day holds from the beginning. */
export const FROM_THE_BEGINNING = "1970-01-01";

/** What a client must do for a `cpa`. Amounts are decimal text in the contract's currency. */
export type Qualification = {
  depositMin: string | null;
  /** What the deposits are added up over. */
  within: "24h" | "days";
  /** After the day of the first deposit; null without a last day. */
  days: number | null;
  lotsMin: string | null;
  tradesMin: number | null;
};

export type ContractStep = {
  id: string;
  name: string;
  /** Among all steps of the contract. */
  position: number;
  from: string;
  /** Null for an open end. */
  to: string | null;
  /** ISO codes; null for all that no other step of the part names. */
  countries: readonly string[] | null;
  /** A percentage, or an amount in the contract's currency. */
  value: string;
};

export type ContractPart = {
  kind: PartKind;
  steps: readonly ContractStep[];
  qualification: Qualification | null;
  carriesLosses: boolean;
  /** Null where a charge-back takes the payment back whenever it comes. */
  clawBackDays: number | null;
};

export type Contract = {
  id: string;
  /** The first of a month. */
  startsOn: string;
  /** The last day of a month: what was typed, or the day before the next contract; null for an open end. */
  endsOn: string | null;
  timeZone: string;
  currency: string;
  parts: readonly ContractPart[];
  /** The day of the next month on which the broker pays; null where nobody said it. */
  paidOnDay: number | null;
};

/** A step that counts when a claim is verified. */
export type ContractTier = Tier & { id: string; position: number };

const TYPE_OF = { percent_of_deposits: "percentage", per_deposit: "fixed" } as const;
const isTierPart = (part: ContractPart): part is ContractPart & { kind: keyof typeof TYPE_OF } =>
  part.kind in TYPE_OF;

/** The commission tiers of a contract, the lowest first. */
export const listTiers = ({ parts, currency }: Pick<Contract, "parts" | "currency">): ContractTier[] =>
  parts
    .filter(isTierPart)
    .flatMap(({ kind, steps }) => steps.map((step) => toTier(step, TYPE_OF[kind], currency)))
    .sort((a, b) => a.position - b.position);

/** Those that a client of a country has; `null` is a country that nobody knows. */
const listTiersFor = (
  { parts, currency }: Pick<Contract, "parts" | "currency">,
  country: string | null,
): ContractTier[] => {
  const own = parts.map((part) => ({ ...part, steps: listStepsFor(part, country) }));
  return listTiers({ parts: own, currency });
};

/** The steps of a part that are for a country: those that name it, else those for all others. */
export function listStepsFor({ steps }: Pick<ContractPart, "steps">, country: string | null): ContractStep[] {
  const named = country === null ? [] : steps.filter(({ countries }) => countries?.includes(country));
  return named.length > 0 ? named : steps.filter(({ countries }) => countries === null);
}

const toTier = (
  { id, position, name, from, to, value }: ContractStep,
  type: Tier["type"],
  currency: string,
): ContractTier => ({ id, position, name, minAmount: from, maxAmount: to, type, value, currency });

/** Tiers as parts: a list of both types is two parts, whose steps keep their places in it. */
export const toTierParts = (tiers: readonly Omit<ContractTier, "currency">[]): ContractPart[] =>
  [...groupBy(tiers, ({ type }) => type)].map(([type, own]) => ({
    kind: type === "percentage" ? "percent_of_deposits" : "per_deposit",
    steps: own.map(({ id, position, name, minAmount, maxAmount, value }) => ({
      id,
      name,
      position,
      from: minAmount,
      to: maxAmount,
      countries: null,
      value,
    })),
    qualification: null,
    carriesLosses: false,
    clawBackDays: null,
  }));

/** Whether tiers say all that a contract's parts say. */
export const hasOnlyTiers = ({ parts }: Pick<Contract, "parts">): boolean =>
  parts.every((part) => isTierPart(part) && part.steps.every(({ countries }) => countries === null));

/** The contract of a day, `2026-11-20`, or of a month by its first day; null where no contract holds. */
export const contractOn = <C extends Pick<Contract, "startsOn" | "endsOn">>(
  contracts: readonly C[],
  day: string,
): C | null =>
  contracts.find(({ startsOn, endsOn }) => startsOn <= day && (endsOn === null || day <= endsOn)) ?? null;

/** The contract of now, by its own time zone. */
export const currentContract = <C extends Pick<Contract, "startsOn" | "endsOn" | "timeZone">>(
  contracts: readonly C[],
  now = new Date(),
): C | null => contracts.find((one) => contractOn([one], dayIn(one.timeZone, now)) !== null) ?? null;

/** Days between two contracts that have none. The contracts are in their order. */
export const listGaps = (contracts: readonly Pick<Contract, "startsOn" | "endsOn">[]): Days[] =>
  contracts.flatMap(({ endsOn }, index) => {
    const next = contracts[index + 1];
    const from = endsOn && plusDays(endsOn, 1);
    return from && next && from < next.startsOn ? [{ from, to: plusDays(next.startsOn, -1) }] : [];
  });

/** The tiers of a contract for clients of a country, with their currency; null where the contract has none. */
export function findTiers(
  contract: Pick<Contract, "parts" | "currency"> | null,
  country: string | null,
): { tiers: ContractTier[]; currency: string } | null {
  if (!contract?.parts.some(isTierPart)) return null;
  return { tiers: listTiersFor(contract, country), currency: contract.currency };
}
