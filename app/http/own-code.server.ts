import { addressKey, type Limit, secondStepLimits } from "./rate-limits.server.ts";

/**
 * So many codes of somebody who is signed in already. The account's count is another one than that of its sign-ins: whoever has taken over
 * a session does not keep the owner out with it.
 */
export const ownCodeLimits = {
  byAddress: (clientAddress: string): Limit => secondStepLimits.byAddress(addressKey(clientAddress)),
  byAccount: (userId: string): Limit => secondStepLimits.byAccount(`proof:${userId}`),
};
