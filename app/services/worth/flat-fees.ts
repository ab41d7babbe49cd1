import { tierFor } from "#app/lib/commission.ts";
import { FROM_THE_BEGINNING } from "#app/lib/contracts.ts";
import { plusMonths } from "#app/lib/periods.ts";
import { type FlatPart, toEntry } from "./contract-parts.ts";
import { endOfMonth } from "./moments.ts";
import type { StepGroup } from "./steps.ts";
import { Sum, type WorthEntry } from "./worth.ts";

export function countFirstDeposit({ counts }: FlatPart, group: StepGroup, month: string): void {
  const own = counts.get(group) ?? new Map<string, number>();
  counts.set(group, own.set(month, (own.get(month) ?? 0) + 1));
}

/**
 * The fees of a contract's months, each on the last day of its month.
 * @param first that of a contract which holds from the beginning
 * @param last the current month
 */
export function payFees(own: FlatPart, { first, last }: { first: string; last: string }): WorthEntry[] {
  const { contract, steps, counts } = own;
  const start = contract.startsOn === FROM_THE_BEGINNING ? first : contract.startsOn.slice(0, 7);
  const end = contract.endsOn?.slice(0, 7) ?? last;
  const entries: WorthEntry[] = [];
  for (let month = start; month <= end && month <= last; month = plusMonths(month, 1))
    for (const group of steps.groups) {
      const step = tierFor(group.tiers, String(counts.get(group)?.get(month) ?? 0));
      if (!step) continue;
      const row = { day: endOfMonth(month), amount: new Sum(step.value), reason: "month" as const };
      entries.push(toEntry(own, { submissionId: null, factIds: [], ...row }));
    }
  return entries;
}
