import { Decimal } from "decimal.js";
import { z } from "zod";
import { smallestStep } from "#app/lib/commission.ts";
import { displayMoney, fitsCurrency } from "#app/lib/money.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { ID_MAX, TIER_NAME_MAX, TIERS_MAX } from "#app/schemas/shared/limits.ts";
import { amountWith, Currency } from "#app/schemas/shared/money.ts";
import { isPlainText } from "#app/schemas/shared/text.ts";

const words = messages.tiers;

export const TIER_TYPES = ["percentage", "fixed"] as const;

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
const MinAmount = z.union([Nothing, amountWith(words.minShape)], words.minShape);
const MaxAmount = z
  .preprocess((value) => (value === "" ? null : value), amountWith(words.maxShape).nullable())
  .default(null);

const Tier = z.object({
  /** Kept where it is one of the platform's own. */
  id: z.string().max(ID_MAX).optional(),
  name: z
    .string()
    .trim()
    .max(TIER_NAME_MAX, words.nameLong)
    .refine(isPlainText, messages.fields.nameCharacters)
    .optional(),
  minAmount: MinAmount,
  maxAmount: MaxAmount,
  type: z.enum(TIER_TYPES, words.typeShape),
  value: amountWith(words.valueShape),
  currency: Currency,
});
type Row = z.output<typeof Tier>;

export type TierInput = Omit<Row, "name"> & { name: string };
const named = (tier: Row, row: number): TierInput => ({ ...tier, name: tier.name || `Tier ${row + 1}` });

/** A platform's tiers as a whole, the lowest first. A tier without a name is called by its place. */
export const Tiers = z
  .array(Tier)
  .max(TIERS_MAX, words.tooMany)
  .transform((rows) => rows.map(named))
  .superRefine((tiers, context) => {
    for (const { path, message } of faultsOf(tiers)) context.addIssue({ code: "custom", path, message });
  });

type Fault = { path: [row: number, field: keyof TierInput]; message: string };

/** What is wrong with tiers whose values can each be read, the others being null: one thing for each field of a row. */
function faultsOf(tiers: (TierInput | null)[]): Fault[] {
  return tiers.flatMap((tier, row) => {
    if (!tier) return [];
    const faults: Fault[] = [];
    const add = (field: keyof TierInput, message: string) => faults.push({ path: [row, field], message });
    const { minAmount, maxAmount, type, value, currency } = tier;
    const before = tiers[row - 1];
    if (tiers[0] && currency !== tiers[0].currency) add("currency", words.oneCurrency);
    const place = fitsCurrency(minAmount, currency) ? before && misplaced(tier, before) : words.digits;
    if (place) add("minAmount", place);
    if (maxAmount === null) {
      if (row < tiers.length - 1) add("maxAmount", words.openInside);
    } else if (!fitsCurrency(maxAmount, currency)) add("maxAmount", words.digits);
    else if (new Decimal(maxAmount).lte(minAmount)) add("maxAmount", words.range);
    if (type === "percentage") {
      if (new Decimal(value).gt(100)) add("value", words.percentRange);
    } else if (!fitsCurrency(value, currency)) add("value", words.digits);
    return faults;
  });
}

/** Why a tier cannot stand after the one before it. They may touch: the amount on the border is the higher one's. */
function misplaced(tier: TierInput, before: TierInput): string | null {
  const start = new Decimal(tier.minAmount);
  if (start.lt(before.minAmount)) return `${tier.name} starts below ${before.name}. Put it above that one.`;
  if (before.maxAmount === null)
    return start.eq(before.minAmount)
      ? `${tier.name} starts where ${before.name} starts. Start it higher.`
      : null;
  if (start.gte(before.maxAmount)) return null;
  return `${tier.name} starts inside ${before.name}. Start it at ${startAfter(before.maxAmount, before.currency)}.`;
}

/** After 19,999.99 comes 20,000.00; after 20,000.00 comes the same. */
function startAfter(end: string, currency: string): string {
  const next = new Decimal(end).plus(smallestStep(currency));
  return displayMoney(next.isInteger() ? next.toFixed() : end, currency);
}

/** Where months earn nothing: below the first tier, between two, above a closed last one. One sentence for each row that it is beside. */
export function findGaps(
  tiers: readonly Pick<TierInput, "name" | "minAmount" | "maxAmount" | "currency">[],
): { row: number; sentence: string }[] {
  return tiers.flatMap(({ name, minAmount, maxAmount, currency }, row) => {
    const show = (amount: string) => displayMoney(amount, currency);
    const before = tiers[row - 1];
    const gaps: { row: number; sentence: string }[] = [];
    if (!before) {
      if (new Decimal(minAmount).gt(0))
        gaps.push({ row, sentence: `Below ${show(minAmount)} a month earns nothing.` });
    } else if (before.maxAmount !== null) {
      const end = new Decimal(before.maxAmount).plus(smallestStep(currency));
      if (end.lt(minAmount))
        gaps.push({
          row,
          sentence: `Between ${show(before.maxAmount)} and ${show(minAmount)} a month earns nothing.`,
        });
    }
    if (row === tiers.length - 1 && maxAmount !== null)
      gaps.push({ row, sentence: `Above ${show(maxAmount)} a month earns nothing: ${name} ends there.` });
    return gaps;
  });
}

/** A row of the editor, as it was typed. */
export type TierRow = {
  id: string;
  name: string;
  minAmount: string;
  maxAmount: string;
  type: TierInput["type"];
  value: string;
};

/** What a preview is made of, as it was typed. */
export type TierTrial = { amount: string; total: string };

/** What stands in the editor, saved or not. */
export type TierDraft = {
  rows: TierRow[];
  currency: string;
  trial: TierTrial;
  /** The version of the saved tiers that it was made of. */
  seen: string;
  /** It was sent to be saved: what is wrong is said beside its row from now on. */
  isChecked: boolean;
};

/** Others were saved since a draft was made: the sentence, and what is saved by now. */
export type TierConflict = { message: string; saved: Pick<TierDraft, "rows" | "currency"> };

/** The row that a press on "Add a tier" adds: it goes on where the last one ends. */
export function newTierRow(rows: readonly TierRow[]): TierRow {
  const last = rows.at(-1);
  return {
    id: "",
    name: "",
    minAmount: last ? last.maxAmount : "0",
    maxAmount: "",
    type: last?.type ?? "percentage",
    value: "",
  };
}

const isTyped = ({ name, minAmount, maxAmount, value }: TierRow) =>
  [name, minAmount, maxAmount, value].some((text) => text.trim() !== "");

/**
 * The tiers that the editor's rows say, or what is wrong: by `minAmount-0`, the field and its row, and by `rows` for the list as a whole.
 * Rows in which nothing was typed are none.
 */
export function checkTierRows(
  rows: readonly TierRow[],
  currency: string,
): { tiers: TierInput[]; faults: null } | { tiers: null; faults: Record<string, string> } {
  const typed = rows.flatMap((row, index) => (isTyped(row) ? [{ row, index }] : []));
  const inputs = typed.map(({ row }) => ({ ...row, id: row.id || undefined, currency }));
  const parsed = Tiers.safeParse(inputs);
  if (parsed.success) return { tiers: parsed.data, faults: null };
  // A row that cannot be read keeps the schema from looking at how the others stand to each other.
  const found: { path: PropertyKey[]; message: string }[] = [
    ...parsed.error.issues,
    ...faultsOf(inputs.map(readAsFarAsPossible)),
  ];
  const faults: Record<string, string> = {};
  for (const { path, message } of found.sort((a, b) => Number(a.path[0] ?? -1) - Number(b.path[0] ?? -1))) {
    const [at, field] = path;
    const index = typeof at === "number" ? typed[at]?.index : undefined;
    const key =
      index === undefined ? "rows" : field === "currency" ? "currency" : `${String(field)}-${index}`;
    faults[key] ??= message;
  }
  return { tiers: null, faults };
}

/** A row as a tier, also where what it pays or is called cannot be read: where it stands can be judged all the same. */
function readAsFarAsPossible(input: z.input<typeof Tier>, row: number): TierInput | null {
  const strict = Tier.safeParse(input);
  const unread = strict.error?.issues.map(({ path }) => path[0]) ?? [];
  const lenient = Tier.safeParse({
    ...input,
    ...(unread.includes("name") ? { name: undefined } : {}),
    ...(unread.includes("value") ? { value: "1" } : {}),
  });
  return lenient.success ? named(lenient.data, row) : null;
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
