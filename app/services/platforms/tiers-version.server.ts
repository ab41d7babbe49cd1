import type { ContractTier } from "#app/lib/contracts.ts";
import { sha256 } from "#app/lib/random.server.ts";

/** A hash of a contract's tiers that changes with any of their values. */
export function tiersVersion(tiers: readonly ContractTier[]): string {
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
