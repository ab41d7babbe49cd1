import type { FieldMetadata } from "@conform-to/react";
import { messages } from "#app/schemas/messages/index.ts";
import type { TierRowInput } from "#app/schemas/tier-form.ts";
import { findGaps } from "#app/schemas/tiers.ts";

type Row = FieldMetadata<TierRowInput>;
type ParsedTiers = Parameters<typeof findGaps>[0];

/** Hints for each row: gaps between tiers, and an upper limit that is still missing. */
export function tierHints(
  rows: Row[],
  typed: { maxAmount?: string }[],
  tiers: ParsedTiers | null,
): string[][] {
  const gaps = tiers ? findGaps(tiers) : [];
  // Once every row is valid, their order does not matter.
  const isComplete = tiers?.length === rows.length;
  return rows.map((row, index) => {
    const hints = gaps.filter((gap) => gap.row === index).map(({ sentence }) => sentence);
    const isLast = index === rows.length - 1;
    const lacksEnd = !isComplete && !isLast && !typed[index]?.maxAmount?.trim();
    return lacksEnd && !row.getFieldset().maxAmount.errors ? [...hints, messages.tiers.endFirst] : hints;
  });
}
