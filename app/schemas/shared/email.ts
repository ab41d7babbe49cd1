import { z } from "zod";
import { normalizeEmail } from "#app/lib/email-address.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { EMAIL_MAX } from "./limits.ts";

/**
 * RFC 5321's unquoted form, with letters of all scripts: anything else is another spelling of a mailbox to
 * the mailer. At most 64 characters before the `@`. Browsers use its source as a pattern too, where brackets,
 * backslash and hyphen may not stand in a class as they are.
 */
export const EMAIL_PATTERN =
  /^(?=[^@]{1,64}@)[^\s@\p{C}.<>\x28\x29\x5b\x5c\x5d,;:"]+(?:\.[^\s@\p{C}.<>\x28\x29\x5b\x5c\x5d,;:"]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}\x2d]*[\p{L}\p{M}\p{N}])?\.)+(?!\p{N}+$)[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}\x2d]*[\p{L}\p{M}\p{N}])$/u;

/** Mail servers get a domain in its compatibility form: other letters for it would be other spellings. */
const isPlainDomain = (email: string) => {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  return domain === domain.normalize("NFKC");
};

export const Email = z
  .string(messages.fields.emailRequired)
  .max(EMAIL_MAX, messages.fields.emailShape)
  .transform(normalizeEmail)
  .pipe(
    z
      .string()
      .min(1, messages.fields.emailRequired)
      .regex(EMAIL_PATTERN, messages.fields.emailShape)
      .refine(isPlainDomain, messages.fields.emailShape)
      // Normalising and lower-casing may make it longer.
      .refine(
        (text) => Math.max(text.length, text.toLowerCase().length) <= EMAIL_MAX,
        messages.fields.emailShape,
      ),
  );
