import { sha256 } from "#app/lib/random.server.ts";
import type { CommissionTier } from "#app/models/commission-tier.server.ts";

/** Names a platform's tiers as they stand: it changes with everything about them. */
export function tiersVersion(tiers: CommissionTier[]): string {
  const facts = tiers.map(({ id, name, minAmount, maxAmount, type, value, currency }) => [
    ...[id, name, minAmount, maxAmount, type, value, currency],
  ]);
  return sha256(JSON.stringify(facts)).slice(0, 22);
}
