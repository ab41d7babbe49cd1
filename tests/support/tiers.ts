import { inTransaction } from "#app/database/connection.server.ts";
import { Platform } from "#app/models/index.server.ts";
import type { TierInput } from "#app/schemas/tiers.ts";
import { writeTiers } from "#app/services/platforms/replace-tiers.server.ts";

/** Gives a broker one commission for all amounts. */
export async function createTier(
  platformId: string,
  more: Partial<Omit<TierInput, "row">> = {},
): Promise<void> {
  const platform = await Platform.findByPk(platformId, { rejectOnEmpty: true });
  const tier: TierInput = {
    name: "All",
    minAmount: "0",
    maxAmount: null,
    type: "percentage",
    value: "50",
    currency: "EUR",
    ...more,
    row: 0,
  };
  await inTransaction((transaction) => writeTiers(platform, [tier], transaction));
}
