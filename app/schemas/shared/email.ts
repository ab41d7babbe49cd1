import { z } from "zod";
import { normalizeEmail } from "#app/lib/email-address.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { EMAIL_MAX } from "./limits.ts";

/**
 * Checks the basic shape only. Invisible characters and a trailing dot, in any script, would be the same
 * mailbox under another name. Browsers use its source as a pattern too.
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
