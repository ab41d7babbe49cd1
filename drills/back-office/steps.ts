import Decimal from "decimal.js-light";
import type { ContractPart, ContractStep } from "#app/lib/contracts.ts";

export type Group = { key: string; steps: ContractStep[] };

/** The steps of a part by the countries that they are for. */
export function listGroups(part: Pick<ContractPart, "steps">): Group[] {
  const groups = new Map<string, Group>();
  for (const step of part.steps) {
    const key = step.countries === null ? "others" : [...step.countries].sort().join();
    const group = groups.get(key) ?? { key, steps: [] };
    group.steps.push(step);
    groups.set(key, group);
  }
  return [...groups.values()];
}

export function findGroup(part: Pick<ContractPart, "steps">, country: string): Group | undefined {
  const groups = listGroups(part);
  const named = groups.find(({ steps }) => steps[0]?.countries?.includes(country));
  return named ?? groups.find(({ key }) => key === "others");
}

/** Both ends belong to a step; a border of two belongs to the higher one. */
export function findStep(steps: readonly ContractStep[], reached: Decimal): ContractStep | undefined {
  const highestFirst = [...steps].sort((one, other) => new Decimal(other.from).cmp(one.from));
  const step = highestFirst.find(({ from }) => reached.gte(from));
  return step && (step.to === null || reached.lte(step.to)) ? step : undefined;
}
