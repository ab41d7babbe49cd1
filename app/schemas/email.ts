import { z } from "zod";
import { EMAIL_MAX } from "./limits.ts";
import { messages } from "./messages.ts";

/** Basic shape only: whoever owns the mailbox knows better than a pattern. */
export const EMAIL_PATTERN = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;

export const Email = z
  .string(messages.fields.emailRequired)
  .max(EMAIL_MAX, messages.fields.emailShape)
  .transform((text) => text.trim().normalize("NFC"))
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
