import type Decimal from "decimal.js-light";
import { type Tier, tierFor } from "#app/lib/commission.ts";
import { type GroupMonth, type MonthlyPart, toEntry } from "./contract-parts.ts";
import { endOfMonth } from "./moments.ts";
import { chooseStep, type StepGroup } from "./steps.ts";
import { Sum, toRounded, type WorthEntry, ZERO } from "./worth.ts";

/** Adds a client's row, whose amount follows once all rows of the month are there. */
export function addToGroup(
  { months }: MonthlyPart,
  group: StepGroup,
  entry: WorthEntry,
  figure: Decimal,
): void {
  const own = months.get(group) ?? new Map<string, GroupMonth>();
  months.set(group, own);
  const month = own.get(entry.month) ?? { total: ZERO, entries: [], figures: [] };
  own.set(entry.month, month);
  month.total = month.total.plus(figure);
  month.entries.push(entry);
  month.figures.push(figure);
}

/** Says that a month lacks a figure of a group; without one, of any. */
export function leaveOpen({ steps, openMonths }: MonthlyPart, group: StepGroup | null, month: string): void {
  for (const one of group ? [group] : steps.groups)
    openMonths.set(one, (openMonths.get(one) ?? new Set()).add(month));
}

/**
 * Works out the amounts of the rows that were added.
 * @returns the rows of losses that were carried over, which are of no client
 */
export async function payMonths(own: MonthlyPart, giveWay: () => Promise<void>): Promise<WorthEntry[]> {
  const { contract, part, months } = own;
  const carried: WorthEntry[] = [];
  for (const [group, byMonth] of months) {
    let loss: Decimal = ZERO;
    for (const [month, { total, entries, figures }] of [...byMonth].sort(([one], [other]) =>
      one < other ? -1 : 1,
    )) {
      const rest = total.plus(loss);
      const isFinal = !isOpen(group, month, total);
      const step = rest.gt(0) ? tierFor(group.tiers, rest.toFixed()) : null;
      for (const entry of entries) entry.isFinal = isFinal;
      if (!step) for (const entry of entries) entry.reason = rest.gt(0) ? "no_step" : "below_zero";
      else {
        const share = toShare(step);
        for (let index = 0; index < entries.length; index += 1) {
          if (index % 256 === 0) await giveWay();
          const [entry, figure] = [entries[index], figures[index]];
          if (entry && figure) entry.amount = toRounded(figure.mul(share), contract.currency);
        }
        if (loss.lt(0)) carried.push({ ...toLossEntry(month, loss.mul(share)), isFinal });
      }
      loss = part.carriesLosses && rest.lt(0) ? rest : ZERO;
    }
  }
  return carried;

  /** Whether figures that are lacking may change the step, or the loss that is carried over. */
  function isOpen(group: StepGroup, month: string, total: Decimal): boolean {
    const open = own.openMonths.get(group) ?? new Set();
    if (part.carriesLosses) return [...open].some((one) => one <= month);
    if (!open.has(month)) return false;
    // There can only be more lots.
    return part.kind !== "per_lot" || chooseStep(group, total.toFixed(), false) === "unknown";
  }

  function toLossEntry(month: string, amount: Decimal): WorthEntry {
    const day = endOfMonth(month);
    return toEntry(own, { submissionId: null, day, amount, reason: "carried_loss", factIds: [] });
  }
}

const toShare = ({ type, value }: Tier): Decimal =>
  type === "percentage" ? new Sum(value).div(100) : new Sum(value);
