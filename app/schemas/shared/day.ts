import { z } from "zod";
import { messages } from "#app/schemas/messages/index.ts";

/** Days are compared as text, so all of their years have four digits, and those around them too. */
export const Day = z.iso
  .date(messages.fields.dayShape)
  .refine((day) => day >= "2000" && day < "2100", messages.fields.dayYear);
