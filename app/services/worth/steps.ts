import { earnWithoutRate, type Tier, tierFor } from "#app/lib/commission.ts";
import { type ContractPart, listStepsFor } from "#app/lib/contracts.ts";

/** The steps of a group of countries, as the tiers that they work like. */
export type StepGroup = { index: number; tiers: readonly Tier[] };

export type PartSteps = {
  groups: readonly StepGroup[];
  /** Null where the steps name countries and nobody knows the client's. */
  find: (country: string | null) => StepGroup | null;
};

/** Sorts the steps of a part into groups of countries: those with the same steps are one group. */
export function createSteps(part: ContractPart, currency: string): PartSteps {
  const { kind, steps } = part;
  const type = kind === "share_of_revenue" ? "percentage" : "fixed";
  const groups: StepGroup[] = [];
  const bySteps = new Map<string, StepGroup>();
  const findGroup = (country: string | null): StepGroup => {
    const own = listStepsFor(part, country).toSorted((one, other) => Number(one.from) - Number(other.from));
    const key = own.map((step) => steps.indexOf(step)).join(" ");
    const known = bySteps.get(key);
    if (known) return known;
    const tiers = own.map(({ name, from, to, value }) => ({
      name,
      minAmount: from,
      maxAmount: to,
      type,
      value,
      currency,
    }));
    const group: StepGroup = { index: groups.length, tiers: tiers as Tier[] };
    groups.push(group);
    bySteps.set(key, group);
    return group;
  };
  const named = new Set(steps.flatMap(({ countries }) => countries ?? []));
  const byCountry = new Map([...named].map((country) => [country, findGroup(country)]));
  const rest = findGroup(null);
  return {
    groups,
    find: (country) => {
      if (named.size === 0) return rest;
      return country === null ? null : (byCountry.get(country) ?? rest);
    },
  };
}

/**
 * The step that an amount chooses, null if none; unknown where the amount may be higher and then be of another.
 * @param isWhole whether that is all of the amount
 */
export function chooseStep({ tiers }: StepGroup, amount: string, isWhole: boolean): Tier | null | "unknown" {
  return isWhole ? tierFor(tiers, amount) : (earnWithoutRate(tiers, amount)?.tier ?? "unknown");
}
