import { addressKey, type Limit, signInLimits } from "#app/http/limits/rate-limits.server.ts";
import { toLookupKey } from "#app/services/auth/credentials/email-key.server.ts";
import { findDecoyOwner } from "#app/services/auth/registration/decoy-registrations.server.ts";
import { isKnownDevice } from "#app/services/auth/sessions/known-devices.server.ts";
import { findAccount } from "#app/services/auth/sign-in/sign-in.server.ts";

/** So many tries from one address. */
export const signInAddressLimit = (clientAddress: string): Limit =>
  signInLimits.byAddress(addressKey(clientAddress));

/**
 * So many tries for one account, whether it is called by its username or its address. A browser that has signed in to it before has a count
 * of its own: strangers who guess do not shut the owner out. How the count stands is not told: that of a name and that of an address would
 * go down together.
 */
export async function signInAccountLimit(usernameOrEmail: string, cookieId: string | null): Promise<Limit> {
  const account = (await findAccount(usernameOrEmail)) ?? (await findDecoyOwner(usernameOrEmail));
  const isKnown = await isKnownDevice(account?.id ?? "", cookieId);
  const who = account?.id ?? `name:${toLookupKey(usernameOrEmail)}`;
  return { ...signInLimits.byAccount(isKnown ? `${who}|${cookieId}` : who), isSecret: true };
}
