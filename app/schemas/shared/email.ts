import { z } from "zod";
import { normalizeEmail } from "#app/lib/email-address.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { EMAIL_MAX } from "./limits.ts";

/**
 * Basic shape only: whoever owns the mailbox knows better than a pattern. Nothing that is not seen, and no dot at the end, in any script: it
 * would be the same mailbox under another name. Browsers take its source as well.
 */
export const EMAIL_PATTERN =
  /^[^\s@\p{Cc}\p{Cf}]+@[^\s@\p{Cc}\p{Cf}]+\.[^\s@\p{Cc}\p{Cf}]+[^\s@\p{Cc}\p{Cf}.\u3002\uff0e\uff61]$/u;

export const Email = z
  .string(messages.fields.emailRequired)
  .max(EMAIL_MAX, messages.fields.emailShape)
  .transform(normalizeEmail)
  .pipe(
    z
      .string()
      .min(1, messages.fields.emailRequired)
      .regex(EMAIL_PATTERN, messages.fields.emailShape)
      // Normalising and lower-casing may make it longer.
      .refine(
        (text) => Math.max(text.length, text.toLowerCase().length) <= EMAIL_MAX,
        messages.fields.emailShape,
      ),
  );
