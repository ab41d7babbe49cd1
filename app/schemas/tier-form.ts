import { z } from "zod";
import { readInRegion } from "#app/lib/amount-in-region.ts";
import { toAmount } from "#app/lib/money.ts";
import { TIER_TYPES, Tiers } from "./tiers.ts";

const TierRow = z.object({
  id: z.string().default(""),
  name: z.string().default(""),
  minAmount: z.string().default(""),
  maxAmount: z.string().default(""),
  type: z.enum(TIER_TYPES).catch("percentage"),
  value: z.string().default(""),
});
export type TierRow = z.output<typeof TierRow>;
export type TierRowInput = z.input<typeof TierRow>;

export type SavedTiers = { currency: string; tiers: TierRow[] };

/** Other tiers were saved since the form was opened: their version, and what they are. */
export type TierConflict = { seen: string; saved: SavedTiers };

/** The row that "Add a tier" adds: it starts where the last one ends. */
export function nextTierRow(last: { maxAmount?: string; type?: string } | undefined): TierRow {
  return {
    id: "",
    name: "",
    minAmount: last ? (last.maxAmount ?? "") : "0",
    maxAmount: "",
    type: last?.type === "fixed" ? "fixed" : "percentage",
    value: "",
  };
}

const isBlank = ({ name, minAmount, maxAmount, value }: TierRow) =>
  [name, minAmount, maxAmount, value].every((text) => text.trim() === "");

/** People type "25%" in the field of percentages. */
const withoutSign = ({ type, value }: TierRow): string => {
  const typed = value.trim();
  return type === "percentage" && typed.endsWith("%") ? typed.slice(0, -1).trim() : value;
};

/** An amount of a row. What is not an amount stays as typed: `Tiers` says why. A percentage is no amount. */
const readAmount = (typed: string, currency: string): string => {
  const amount = toAmount(typed);
  return amount === null ? typed : readInRegion(amount, currency);
};

/** The editor's form. Blank rows do not count; errors name the row as it is on the page. */
export const TiersForm = z
  .object({
    intent: z.literal("tiers"),
    /** The version of the saved tiers that the form was opened with. */
    seen: z.string().default(""),
    currency: z.string(),
    tiers: z.array(TierRow).default([]),
    /** The amounts of the preview, which is not saved. */
    trial: z.object({ amount: z.string(), total: z.string() }).partial().optional(),
  })
  .transform(({ intent, seen, currency, tiers: rows }, context) => {
    const typed = rows.flatMap((row, index) => (isBlank(row) ? [] : [{ row, index }]));
    const parsed = Tiers.safeParse(
      typed.map(({ row }) => ({
        ...row,
        minAmount: readAmount(row.minAmount, currency),
        maxAmount: readAmount(row.maxAmount, currency),
        value: row.type === "fixed" ? readAmount(row.value, currency) : withoutSign(row),
        id: row.id || undefined,
        currency,
      })),
    );
    if (parsed.success) {
      const tiers = parsed.data.map((tier) => ({ ...tier, row: typed[tier.row]?.index ?? tier.row }));
      return { intent, seen, tiers };
    }
    const messages = new Map<string, { path: PropertyKey[]; message: string }>();
    for (const { path, message } of parsed.error.issues) {
      const [at, field] = path;
      const row = typeof at === "number" ? typed[at]?.index : undefined;
      const place =
        row === undefined ? ["tiers"] : field === "currency" ? ["currency"] : ["tiers", row, String(field)];
      if (!messages.has(place.join())) messages.set(place.join(), { path: place, message });
    }
    for (const { path, message } of [...messages.values()].sort(
      (a, b) => Number(a.path[1]) - Number(b.path[1]),
    ))
      context.addIssue({ code: "custom", path, message });
    return z.NEVER;
  });

export type TierFields = z.input<typeof TiersForm>;
