import { z } from "zod";
import { isReservedSlug, isSlug } from "#app/lib/slug.ts";
import { messages } from "#app/schemas/messages/index.ts";

const { formSettings } = messages;

/** A form's address, as its owner types it: capitals and blanks around it do not count. */
export const Slug = z
  .string(formSettings.slugShape)
  .max(100, formSettings.slugShape)
  .transform((text) => text.trim().toLowerCase())
  .refine(isSlug, { message: formSettings.slugShape, abort: true })
  .refine((slug) => !isReservedSlug(slug), formSettings.slugReserved);
