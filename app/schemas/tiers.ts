import Decimal from "decimal.js-light";
import { z } from "zod";
import { smallestStep } from "#app/lib/commission.ts";
import { displayMoney, fitsCurrency } from "#app/lib/money.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { ID_MAX, TIER_NAME_MAX, TIERS_MAX } from "#app/schemas/shared/limits.ts";
import { amountWith, Currency } from "#app/schemas/shared/money.ts";
import { isPlainText } from "#app/schemas/shared/text.ts";

const sentences = messages.tiers;

export const TIER_TYPES = ["percentage", "fixed"] as const;

/** What a list's ranges are measured in: money, lots, or a number of clients. */
export type RangeUnit = "money" | "lots" | "clients";
const RANGE_DIGITS = { lots: 2, clients: 0 } as const;

/** A start that counts from nothing: `0` is one. */
const Nothing = z
  .union([
    z.literal(0),
    z
      .string()
      .trim()
      .regex(/^0+([.,]0+)?$/),
  ])
  .transform(() => "0");
export const MinAmount = z.union([Nothing, amountWith(sentences.minShape)], sentences.minShape);
export const MaxAmount = z
  .preprocess((value) => (value === "" ? null : value), amountWith(sentences.maxShape).nullable())
  .default(null);

const Tier = z.object({
  /** Kept where it is one of the platform's own. */
  id: z.string().max(ID_MAX).optional(),
  name: z
    .string()
    .trim()
    .max(TIER_NAME_MAX, sentences.nameLong)
    .refine(isPlainText, messages.fields.nameCharacters)
    .optional(),
  minAmount: MinAmount,
  maxAmount: MaxAmount,
  type: z.enum(TIER_TYPES, sentences.typeShape),
  value: amountWith(sentences.valueShape),
  currency: Currency,
});
type Row = z.output<typeof Tier>;

export type TierInput = Omit<Row, "name"> & {
  name: string;
  /** Its place in what was sent. */
  row: number;
};

/** The lowest first, whatever the order that they were sent in. */
const sorted = <T extends { minAmount: string }>(tiers: T[]) =>
  tiers.toSorted((a, b) => new Decimal(a.minAmount).comparedTo(b.minAmount));

/** A tier without a name is called by its place. */
const named = (tiers: (Row & { row: number })[]): TierInput[] =>
  sorted(tiers).map((tier, place) => ({ ...tier, name: tier.name || `Tier ${place + 1}` }));

/** A platform's tiers, the lowest first. They may be sent in any order. */
export const Tiers = z
  .array(Tier)
  .max(TIERS_MAX, sentences.tooMany)
  .superRefine(
    (rows, context) => {
      if (!Array.isArray(rows)) return;
      const unread = context.issues.map(({ path = [] }) => path);
      const tiers = named(rows.flatMap((row, index) => readable(row, index, unread) ?? []));
      for (const { path, message } of findFaults(tiers)) context.addIssue({ code: "custom", path, message });
    },
    // Also if a row cannot be read, so that all errors are found at once.
    { when: () => true },
  )
  .transform((rows) => named(rows.map((tier, row) => ({ ...tier, row }))));

/** A row whose place can be compared, even if its name or what it pays is invalid. Otherwise null. */
function readable(tier: Row, row: number, issues: PropertyKey[][]): (Row & { row: number }) | null {
  const unread = issues.filter(([at]) => at === row).map(([, field]) => field);
  if (unread.some((field) => field !== "name" && field !== "value")) return null;
  const name = unread.includes("name") ? undefined : tier.name;
  return { ...tier, row, name, value: unread.includes("value") ? "1" : tier.value };
}

type Fault = { path: [row: number, field: keyof TierInput]; message: string };

const fitsRange = (amount: string, { currency }: Pick<Row, "currency">, unit: RangeUnit): boolean =>
  unit === "money"
    ? fitsCurrency(amount, currency)
    : new Decimal(amount).toDecimalPlaces(RANGE_DIGITS[unit]).equals(amount);

/** The errors of the sorted tiers that could be read, at most one for each field of a row. */
export function findFaults(tiers: TierInput[], unit: RangeUnit = "money"): Fault[] {
  const digits = { money: sentences.digits, lots: sentences.lotDigits, clients: sentences.wholeClients }[
    unit
  ];
  const first = tiers.find(({ row }) => row === 0);
  return tiers.flatMap((tier, place) => {
    const { row } = tier;
    const faults: Fault[] = [];
    const add = (field: keyof TierInput, message: string) => faults.push({ path: [row, field], message });
    const { minAmount, maxAmount, type, value, currency } = tier;
    const before = tiers[place - 1];
    if (first && currency !== first.currency) add("currency", sentences.oneCurrency);
    const start = fitsRange(minAmount, tier, unit) ? before && misplaced(tier, before, unit) : digits;
    if (start) add("minAmount", start);
    if (maxAmount === null) {
      if (place < tiers.length - 1) add("maxAmount", sentences.openInside);
    } else if (!fitsRange(maxAmount, tier, unit)) add("maxAmount", digits);
    else if (new Decimal(maxAmount).lte(minAmount)) add("maxAmount", sentences.range);
    if (type === "percentage") {
      if (new Decimal(value).gt(100)) add("value", sentences.percentRange);
    } else if (!fitsCurrency(value, currency)) add("value", sentences.digits);
    return faults;
  });
}

/** Why a tier cannot follow the one before it. They may touch: the shared amount is the higher one's. */
function misplaced(tier: TierInput, before: TierInput, unit: RangeUnit): string | null {
  const start = new Decimal(tier.minAmount);
  if (before.maxAmount === null)
    return start.eq(before.minAmount)
      ? `${tier.name} starts where ${before.name} starts. Start it higher.`
      : null;
  if (start.gte(before.maxAmount)) return null;
  return `${tier.name} starts inside ${before.name}. Start it at ${unit === "money" ? startAfter(before.maxAmount, before.currency) : before.maxAmount}.`;
}

/** After 19,999.99 comes 20,000.00; after 20,000.00 comes the same. */
function startAfter(end: string, currency: string): string {
  const next = new Decimal(end).plus(smallestStep(currency));
  return displayMoney(next.isInteger() ? next.toFixed() : end, currency);
}

const showRange: Record<RangeUnit, (figure: string, currency: string) => string> = {
  money: displayMoney,
  lots: (figure) => `${formatNumber(Number(figure))} lots`,
  clients: (figure) => `${formatNumber(Number(figure))} clients`,
};

/**
 * Where nothing is earned: below the first tier, between two, above a closed last one.
 * @param of what the ranges are measured in, and what falls into one
 */
export function findGaps(
  tiers: readonly Pick<TierInput, "name" | "minAmount" | "maxAmount" | "currency" | "row">[],
  of: { unit: RangeUnit; whole: string } = { unit: "money", whole: "a month" },
): { row: number; sentence: string }[] {
  const { unit, whole } = of;
  return tiers.flatMap(({ name, minAmount, maxAmount, currency, row }, place) => {
    const show = (amount: string) => showRange[unit](amount, currency);
    const step = unit === "money" ? smallestStep(currency) : new Decimal(10).pow(-RANGE_DIGITS[unit]);
    const before = tiers[place - 1];
    const gaps: { row: number; sentence: string }[] = [];
    if (!before) {
      if (new Decimal(minAmount).gt(0))
        gaps.push({ row, sentence: `Below ${show(minAmount)} ${whole} earns nothing.` });
    } else if (before.maxAmount !== null) {
      const end = new Decimal(before.maxAmount).plus(step);
      if (end.lt(minAmount))
        gaps.push({
          row,
          sentence: `Between ${show(before.maxAmount)} and ${show(minAmount)} ${whole} earns nothing.`,
        });
    }
    if (place === tiers.length - 1 && maxAmount !== null)
      gaps.push({ row, sentence: `Above ${show(maxAmount)} ${whole} earns nothing: ${name} ends there.` });
    return gaps;
  });
}

export const TierResponse = z.object({
  id: z.string(),
  name: z.string(),
  minAmount: z.string().describe("The month's verified total from which the tier holds"),
  maxAmount: z.string().nullable().describe("The last total of the tier; null: no end"),
  type: z.enum(TIER_TYPES),
  value: z.string().describe("Percent, or an amount for each conversion"),
  currency: z.string(),
});
export type TierResponse = z.infer<typeof TierResponse>;
