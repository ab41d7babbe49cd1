import type { PlatformResponse } from "#app/schemas/platforms.ts";
import type { SavedTiers } from "#app/schemas/tier-form.ts";

export function toTierRows(
  { commissionTiers }: Pick<PlatformResponse, "commissionTiers">,
  accountCurrency: string,
): SavedTiers {
  return {
    currency: commissionTiers[0]?.currency ?? accountCurrency,
    tiers: commissionTiers.map(({ id, name, minAmount, maxAmount, type, value }) => ({
      id,
      name,
      minAmount,
      type,
      value,
      maxAmount: maxAmount ?? "",
    })),
  };
}
