import { addressKey, type Limit, twoFactorLimits } from "#app/http/limits/rate-limits.server.ts";

/**
 * So many codes of somebody who is signed in already. The account's count is another one than that of its sign-ins: whoever has taken over
 * a session does not keep the owner out with it.
 */
export const ownTwoFactorLimits = {
  byAddress: (clientAddress: string): Limit => twoFactorLimits.byAddress(addressKey(clientAddress)),
  byAccount: (userId: string): Limit => twoFactorLimits.byAccount(`proof:${userId}`),
};
