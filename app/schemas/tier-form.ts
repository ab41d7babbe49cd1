import { z } from "zod";
import { writeInRegion } from "#app/lib/amount-in-region.ts";
import { readRowAmount } from "./shared/money.ts";
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
export const withoutSign = (value: string): string => {
  const typed = value.trim();
  return typed.endsWith("%") ? typed.slice(0, -1).trim() : value;
};

type Place = "minAmount" | "maxAmount" | "value";

/** The amounts of a row. What is no amount stays as typed: `Tiers` says why. A percentage is no amount. */
function readRow(row: TierRow, currency: string, addFault: (place: Place, message: string) => void) {
  const read = (place: Place) => {
    const { amount, doubt } = readRowAmount(row[place], currency);
    if (doubt !== null) addFault(place, doubt);
    return amount;
  };
  return {
    ...row,
    minAmount: read("minAmount"),
    maxAmount: read("maxAmount"),
    value: row.type === "fixed" ? read("value") : withoutSign(row.value),
    id: row.id || undefined,
    currency,
  };
}

/** A saved row as the editor shows it at first. */
export const writeTierRow = (row: TierRow, currency: string): TierRow => ({
  ...row,
  minAmount: writeInRegion(row.minAmount, currency),
  maxAmount: writeInRegion(row.maxAmount, currency),
  value: row.type === "fixed" ? writeInRegion(row.value, currency) : row.value,
});

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
    const messages = new Map<string, { path: PropertyKey[]; message: string }>();
    const addFault = (path: PropertyKey[], message: string) => {
      if (!messages.has(path.join())) messages.set(path.join(), { path, message });
    };
    const parsed = Tiers.safeParse(
      typed.map(({ row, index }) =>
        readRow(row, currency, (place, message) => addFault(["tiers", index, place], message)),
      ),
    );
    if (parsed.success && messages.size === 0) {
      const tiers = parsed.data.map((tier) => ({ ...tier, row: typed[tier.row]?.index ?? tier.row }));
      return { intent, seen, tiers };
    }
    for (const { path, message } of parsed.error?.issues ?? []) {
      const [at, field] = path;
      const row = typeof at === "number" ? typed[at]?.index : undefined;
      addFault(
        row === undefined ? ["tiers"] : field === "currency" ? ["currency"] : ["tiers", row, String(field)],
        message,
      );
    }
    for (const { path, message } of [...messages.values()].sort(
      (a, b) => Number(a.path[1]) - Number(b.path[1]),
    ))
      context.addIssue({ code: "custom", path, message });
    return z.NEVER;
  });

export type TierFields = z.input<typeof TiersForm>;
