import { newId } from "#app/lib/ids.ts";
import { CommissionTier, Platform } from "#app/models/index.server.ts";

/** Gives a broker one commission for all amounts. */
export async function createTier(platformId: string, more: Partial<CommissionTier> = {}): Promise<void> {
  const { workspaceId } = await Platform.findByPk(platformId, { rejectOnEmpty: true });
  await CommissionTier.create({
    id: newId(),
    workspaceId,
    platformId,
    position: 0,
    name: "All",
    minAmount: "0",
    maxAmount: null,
    type: "percentage",
    value: "50",
    currency: "EUR",
    ...more,
  });
}
