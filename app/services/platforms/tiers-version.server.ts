import { sha256 } from "#app/lib/random.server.ts";
import type { CommissionTier } from "#app/models/commission-tier.server.ts";

/** A hash of a platform's tiers that changes with any of their values. */
export function tiersVersion(tiers: CommissionTier[]): string {
  const facts = tiers.map(({ id, name, minAmount, maxAmount, type, value, currency }) => [
    id,
    name,
    minAmount,
    maxAmount,
    type,
    value,
    currency,
  ]);
  return sha256(JSON.stringify(facts)).slice(0, 22);
}
