import Decimal from "decimal.js-light";
import type { PaidKind } from "#app/lib/contracts.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { toAmount } from "#app/lib/money.ts";
import { readStepRow, type StepRow } from "#app/schemas/contract-form.ts";
import { isTierKind, RANGE_UNITS } from "#app/schemas/contracts.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { findGaps, MaxAmount, MinAmount } from "#app/schemas/tiers.ts";
import { PAYMENTS } from "./payment-words.ts";

type Read = {
  kind: PaidKind;
  name: string;
  minAmount: string;
  maxAmount: string | null;
  value: string | null;
  countries: string;
  currency: string;
  row: number;
};

/** What is saved and may still be a mistake: gaps between typed steps, and steps that pay less. */
export function listStepHints(typed: readonly Partial<StepRow>[], currency: string): string[][] {
  const read = typed.flatMap((row, index) => readStep(row, index, currency) ?? []);
  const groups = groupBy(read, ({ kind, countries }) => `${isTierKind(kind) ? "tiers" : kind} ${countries}`);
  const hints: string[][] = typed.map(() => []);
  for (const group of groups.values()) {
    const steps = group
      .toSorted((a, b) => new Decimal(a.minAmount).comparedTo(b.minAmount))
      .map((step, place) => ({ ...step, name: step.name || `Step ${place + 1}` }));
    const kind = steps[0]?.kind ?? "cpa";
    const of = { unit: RANGE_UNITS[kind] ?? ("money" as const), whole: PAYMENTS[kind].whole };
    for (const { row, sentence } of findGaps(steps, of)) hints[row]?.push(sentence);
    steps.forEach((step, place) => {
      const below = steps[place - 1];
      if (below?.kind === step.kind && isLess(step.value, below.value))
        hints[step.row]?.push(messages.contracts.paysLess);
    });
  }
  return hints;
}

const isLess = (value: string | null, below: string | null): boolean =>
  value !== null && below !== null && new Decimal(value).lt(below);

/** Null while its range cannot be read. */
function readStep(
  { kind, name = "", from = "", to = "", countries = "", value = "", id = "" }: Partial<StepRow>,
  row: number,
  currency: string,
): Read | null {
  if (kind === undefined) return null;
  const step = readStepRow({ kind, name, from, to, countries, value, id }, currency);
  const [minAmount, maxAmount] = [MinAmount.safeParse(step.from), MaxAmount.safeParse(step.to)];
  if (!minAmount.success || !maxAmount.success) return null;
  return {
    kind,
    name,
    minAmount: minAmount.data,
    maxAmount: maxAmount.data,
    value: toAmount(step.value),
    countries: step.countries?.join() ?? "",
    currency,
    row,
  };
}
