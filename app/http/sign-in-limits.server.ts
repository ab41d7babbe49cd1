import { findHeldOwner } from "#app/services/accounts/held-registrations.server.ts";
import { isKnownBrowser } from "#app/services/accounts/known-devices.server.ts";
import { accountKey } from "#app/services/accounts/new-user.server.ts";
import { findAccount } from "#app/services/accounts/sign-in.server.ts";
import { addressKey, type Limit, signInLimits } from "./rate-limits.server.ts";

/** So many tries from one address. */
export const signInAddressLimit = (clientAddress: string): Limit =>
  signInLimits.byAddress(addressKey(clientAddress));

/**
 * So many tries for one account, whether it is called by its username or its address. A browser that has signed in to it before has a count
 * of its own: strangers who guess do not shut the owner out. How the count stands is not told: that of a name and that of an address would
 * go down together.
 */
export async function signInAccountLimit(usernameOrEmail: string, cookieId: string | null): Promise<Limit> {
  const account = (await findAccount(usernameOrEmail)) ?? (await findHeldOwner(usernameOrEmail));
  const isKnown = await isKnownBrowser(account?.id ?? "", cookieId);
  const who = account?.id ?? `name:${accountKey(usernameOrEmail)}`;
  return { ...signInLimits.byAccount(isKnown ? `${who}|${cookieId}` : who), isSecret: true };
}
