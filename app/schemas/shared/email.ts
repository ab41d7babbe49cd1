import { z } from "zod";
import { normalizeEmail, toAsciiDomain } from "#app/lib/email-address.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { EMAIL_MAX } from "./limits.ts";

/**
 * RFC 5321's unquoted form, with letters of all scripts: anything else is another spelling of a mailbox to
 * the mailer. At most 64 characters before the `@`. Browsers use its source as a pattern too, where brackets,
 * backslash and hyphen may not stand in a class as they are.
 */
export const EMAIL_PATTERN =
  /^(?=[^@]{1,64}@)[^\s@\p{C}.<>\x28\x29\x5b\x5c\x5d,;:"]+(?:\.[^\s@\p{C}.<>\x28\x29\x5b\x5c\x5d,;:"]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}\x2d]*[\p{L}\p{M}\p{N}])?\.)+(?!\p{N}+$)[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}\x2d]*[\p{L}\p{M}\p{N}])$/u;

/** Full-width letters, ligatures and the like are other spellings: the mailer changes them in the domain. */
const isPlainlySpelled = (email: string) => email === email.normalize("NFKC");

/** In characters of its ASCII form: RFC 1035, section 2.3.4. */
const DOMAIN_LABEL_MAX = 63;

const hasMailDomain = (email: string) =>
  toAsciiDomain(email.slice(email.lastIndexOf("@") + 1))
    .split(".")
    .every((label) => label !== "" && label.length <= DOMAIN_LABEL_MAX);

export const Email = z
  .string(messages.fields.emailRequired)
  .max(EMAIL_MAX, messages.fields.emailShape)
  .transform(normalizeEmail)
  .pipe(
    z
      .string()
      .min(1, messages.fields.emailRequired)
      .regex(EMAIL_PATTERN, messages.fields.emailShape)
      .refine(isPlainlySpelled, messages.fields.emailShape)
      .refine(hasMailDomain, messages.fields.emailShape)
      // Normalising and lower-casing may make it longer.
      .refine(
        (text) => Math.max(text.length, text.toLowerCase().length) <= EMAIL_MAX,
        messages.fields.emailShape,
      ),
  );
