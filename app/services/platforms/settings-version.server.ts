import { sha256 } from "#app/lib/random.server.ts";
import type { Platform } from "#app/models/platform.server.ts";

/** A hash of what a platform's settings save that changes with any of them. */
export function settingsVersion(platform: Platform): string {
  const { name, icon, amountLimit, amountLimitCurrency, countsCoins } = platform;
  const { accountField, accountName, accountExample } = platform;
  const limit = amountLimit === null ? null : [Number(amountLimit), amountLimitCurrency];
  const account = [accountField, accountName, accountExample];
  return sha256(JSON.stringify([name, icon, limit, countsCoins, account])).slice(0, 22);
}
