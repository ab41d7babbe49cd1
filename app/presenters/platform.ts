import { Decimal } from "decimal.js";
import { formatAmount } from "#app/lib/money.ts";
import type { CommissionTier } from "#app/models/commission-tier.server.ts";
import type { Platform } from "#app/models/platform.server.ts";
import type { PlatformAnswer, PlatformIcon, PublicPlatformAnswer } from "#app/schemas/platforms.ts";
import type { TierAnswer } from "#app/schemas/tiers.ts";

/** A platform as anybody may see it. */
export function presentPublicPlatform(platform: Platform): PublicPlatformAnswer {
  return {
    id: platform.id,
    name: platform.name,
    icon: platform.icon as PlatformIcon,
    userPlatformId: platform.id,
    commissionTiers: (platform.commissionTiers ?? []).map(presentTier),
  };
}

/** A platform as its owner sees it. */
export function presentPlatform(platform: Platform): PlatformAnswer {
  return {
    ...presentPublicPlatform(platform),
    isActive: platform.isActive,
    isDefault: platform.isDefault === true,
    position: platform.position,
  };
}

function presentTier(tier: CommissionTier): TierAnswer {
  const { id, name, type, currency } = tier;
  return {
    ...{ id, name, type, currency },
    minAmount: formatAmount(tier.minAmount, currency),
    maxAmount: tier.maxAmount === null ? null : formatAmount(tier.maxAmount, currency),
    value: tierValueText(type, tier.value, currency),
  };
}

/** What a tier pays, without needless digits: `12.5` percent, or `40.00` of its currency. */
export function tierValueText(type: "percentage" | "fixed", value: string, currency: string): string {
  return type === "percentage" ? new Decimal(value).toFixed() : formatAmount(value, currency);
}
