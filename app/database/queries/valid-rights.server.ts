import { Op, type WhereOptions } from "sequelize";
import { hasActiveOwner } from "./active-owner.server.ts";

const notExpired = () => ({ [Op.or]: [{ expiresAt: null }, { expiresAt: { [Op.gt]: new Date() } }] });

/** The condition of an API key that can be used: not revoked or expired, of a workspace with an active owner. */
export const validApiKey = (): WhereOptions => ({
  revokedAt: null,
  [Op.and]: [hasActiveOwner("ApiKey"), notExpired()],
});

/** The condition of a support access that is still open. */
export const openSupportAccess = (): WhereOptions => ({
  endedAt: null,
  expiresAt: { [Op.gt]: new Date() },
});
