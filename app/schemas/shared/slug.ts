import { z } from "zod";
import { isReservedSlug, isSlug } from "#app/lib/slug.ts";
import { messages } from "#app/schemas/messages/index.ts";

const { formSettings } = messages;

/** A form's address. */
export const Slug = z
  .string(formSettings.slugShape)
  .max(100, formSettings.slugShape)
  .refine(isSlug, { message: formSettings.slugShape, abort: true })
  .refine((slug) => !isReservedSlug(slug), formSettings.slugReserved);

/** A form's address as its owner types it: capitals and blanks around it do not count. */
export const TypedSlug = z
  .string(formSettings.slugShape)
  .transform((text) => text.trim().toLowerCase())
  .pipe(Slug);
