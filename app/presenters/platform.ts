import Decimal from "decimal.js-light";
import { readAccountNumber } from "#app/lib/account-number.ts";
import { type ContractTier, currentContract, listTiers } from "#app/lib/contracts.ts";
import { formatAmount } from "#app/lib/money.ts";
import { readAmountLimit } from "#app/lib/unlikely-amount.ts";
import type { Platform } from "#app/models/platform.server.ts";
import type { PlatformIconKey, PlatformResponse, PublicPlatformResponse } from "#app/schemas/platforms.ts";
import type { TierResponse } from "#app/schemas/tiers.ts";

export function presentPublicPlatform(platform: Platform): PublicPlatformResponse {
  return {
    id: platform.id,
    name: platform.name,
    icon: platform.icon as PlatformIconKey,
    userPlatformId: platform.id,
    commissionTiers: currentTiers(platform).map(presentTier),
  };
}

export function presentPlatform(platform: Platform): PlatformResponse {
  const limit = readAmountLimit(platform);
  return {
    ...presentPublicPlatform(platform),
    isActive: platform.isActive,
    isDefault: platform.isDefault === true,
    position: platform.position,
    accountNumber: readAccountNumber(platform),
    countsCoins: platform.countsCoins,
    amountLimit: limit && { ...limit, amount: formatAmount(limit.amount, limit.currency) },
  };
}

/** The tiers of the current contract. */
export function currentTiers({ contracts = [] }: Pick<Platform, "contracts">): ContractTier[] {
  const contract = currentContract(contracts);
  return contract ? listTiers(contract) : [];
}

function presentTier(tier: ContractTier): TierResponse {
  const { id, name, type, currency } = tier;
  return {
    id,
    name,
    type,
    currency,
    minAmount: formatAmount(tier.minAmount, currency),
    maxAmount: tier.maxAmount === null ? null : formatAmount(tier.maxAmount, currency),
    value: tierValueText(type, tier.value, currency),
  };
}

/** A tier's value without unneeded digits: `12.5` percent, or `40.00` in its currency. */
export function tierValueText(type: "percentage" | "fixed", value: string, currency: string): string {
  return type === "percentage" ? new Decimal(value).toFixed() : formatAmount(value, currency);
}
