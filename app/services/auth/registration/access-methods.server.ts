import { Op, type Transaction } from "sequelize";
import type { AccessMethods } from "#app/lib/access-methods.ts";
import { ApiKey, Identity } from "#app/models/index.server.ts";
import { findProvider } from "#app/services/auth/providers/registry.server.ts";

/** The ways to access an account besides its password. A new password does not revoke them. */
export async function findAccessMethods(userId: string, transaction: Transaction): Promise<AccessMethods> {
  const isUsable = { [Op.or]: [{ expiresAt: null }, { expiresAt: { [Op.gt]: new Date() } }] };
  const apiKeys = await ApiKey.count({
    where: { createdByUserId: userId, revokedAt: null, ...isUsable },
    transaction,
  });
  const identities = await Identity.findAll({
    where: { userId },
    order: [["createdAt", "ASC"]],
    transaction,
  });
  const names = identities.map(({ provider }) => findProvider(provider)?.name ?? provider);
  return { apiKeys, providers: [...new Set(names)] };
}
