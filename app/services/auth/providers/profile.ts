import { messages } from "#app/schemas/messages/index.ts";
import { Name } from "#app/schemas/profile.ts";
import { Email } from "#app/schemas/shared/email.ts";
import { NAME_MAX } from "#app/schemas/shared/limits.ts";
import { type ProviderAccount, SignInRefused } from "./provider.ts";

/** What OpenID Connect allows: ASCII, at most 255. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;

/**
 * What a provider said of somebody, held against what we take from anybody: an address or a name that does not pass is as if none had been
 * said.
 * @throws {SignInRefused} for an account that cannot be told from others
 */
export function validateProviderProfile(account: ProviderAccount): ProviderAccount {
  if (!SUBJECT.test(account.subject))
    throw new SignInRefused({ isCancelled: false, message: messages.social.notFinished });
  const email = Email.safeParse(account.email);
  const name = Name.safeParse(account.name?.slice(0, NAME_MAX));
  return {
    ...account,
    email: email.success ? email.data : null,
    name: name.success ? name.data : null,
  };
}
