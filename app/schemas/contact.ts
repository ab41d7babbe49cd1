import { z } from "zod";
import { CONTACT_SUBJECTS } from "#app/lib/domain.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { Email } from "#app/schemas/shared/email.ts";
import {
  CONTACT_MESSAGE_MAX,
  CONTACT_MESSAGE_MIN,
  CONTACT_NAME_MIN,
  NAME_MAX,
  TOKEN_MAX,
} from "#app/schemas/shared/limits.ts";
import { findUnstorableText } from "#app/schemas/shared/text.ts";

const { contact, fields } = messages;

/** Characters as people count them: an emoji outside the first plane is one. */
const countCharacters = (text: string) => [...text].length;

const isStorable = (text: string) => findUnstorableText(text) === undefined;

const isWithin = (max: number) => (text: string) => countCharacters(text) <= max;

export const ContactInput = z.object({
  name: z
    .string(contact.nameShort)
    .trim()
    .refine((text) => countCharacters(text) >= CONTACT_NAME_MIN, contact.nameShort)
    .refine(isWithin(NAME_MAX), fields.nameLong)
    .refine((text) => /^[\p{L}\p{M} ]*$/u.test(text), contact.nameLetters),
  email: Email,
  company: z
    .string()
    .transform((text) => text.trim().replace(/\s+/g, " "))
    .refine((text) => isWithin(NAME_MAX)(text) && isStorable(text), contact.companyLong)
    .nullish(),
  subject: z.enum(CONTACT_SUBJECTS, contact.subjectShape),
  message: z
    .string(contact.messageShort)
    // Browsers send line breaks as two characters.
    .transform((text) => text.replaceAll("\r\n", "\n").trim())
    .pipe(
      z
        .string()
        .refine(
          (text) => countCharacters(text) >= CONTACT_MESSAGE_MIN && isStorable(text),
          contact.messageShort,
        )
        .refine(isWithin(CONTACT_MESSAGE_MAX), contact.messageLong),
    ),
  website: z
    .string()
    .max(NAME_MAX)
    .optional()
    .describe("Must stay empty: only programs that fill in every field send it"),
  formToken: z
    .string()
    .max(TOKEN_MAX)
    .optional()
    .describe(
      "The signed time at which the form was shown, from the form of the page /contact. Browsers and posted forms need one that is at most a day old; JSON from a program needs none",
    ),
});
export type ContactInput = z.infer<typeof ContactInput>;

export const ContactForm = ContactInput.extend({ intent: z.literal("contact") });

export const HealthResponse = z.object({ status: z.literal("ok") });
