import { Name } from "#app/schemas/profile.ts";
import { Email } from "#app/schemas/shared/email.ts";
import { NAME_MAX } from "#app/schemas/shared/limits.ts";
import { type ProviderAccount, SignInRefused } from "./provider.ts";

/** OpenID Connect allows ASCII, at most 255 characters. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;

/**
 * Validates a provider's claims with the same schemas as our own forms. An invalid email or name counts as
 * missing.
 * @throws {SignInRefused} for an invalid subject
 */
export function validateProviderProfile(account: ProviderAccount): ProviderAccount {
  if (!SUBJECT.test(account.subject)) throw new SignInRefused();
  const email = Email.safeParse(account.email);
  const name = Name.safeParse(account.name?.slice(0, NAME_MAX));
  return {
    ...account,
    email: email.success ? email.data : null,
    name: name.success ? name.data : null,
  };
}
