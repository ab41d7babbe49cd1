import { addressKey, type Limit } from "#app/lib/rate-limiter.server.ts";

const WINDOW_SECONDS = 15 * 60;

/** Wrong attempts to guess a secret: 100 per IP address, and 10 per account. */
function createAttemptLimits(name: string) {
  const limit = (by: string, points: number, key: string): Limit => ({
    name: `${name}-${by}`,
    points,
    seconds: WINDOW_SECONDS,
    key,
    isDurable: true,
    countsFailures: true,
  });
  return {
    byAddress: (clientAddress: string) => limit("address", 100, addressKey(clientAddress)),
    byAccount: (account: string) => limit("account", 10, account),
    /** For signed-in users, counted separately, so that a stolen session cannot lock the owner out. */
    bySignedIn: (userId: string) => limit("account", 10, `proof:${userId}`),
  };
}

export const signInLimits = createAttemptLimits("sign-in");
export const twoFactorLimits = createAttemptLimits("two-factor");
