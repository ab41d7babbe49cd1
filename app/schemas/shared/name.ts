import { z } from "zod";
import { messages } from "#app/schemas/messages/index.ts";
import { NAME_MAX } from "./limits.ts";
import { isPlainText } from "./text.ts";

const { fields } = messages;

/** With or without "https://", because email programs link "example.com" too. It does not match "A.B. Trading". */
const WEB_ADDRESS = /:\/\/|www\.|[\p{L}\p{N}-]{2}[.。．｡]\p{L}{2}/iu;

/** The name of a person or a workspace. */
export const createNameSchema = (required: string) =>
  z
    .string(required)
    .trim()
    .min(1, required)
    .max(NAME_MAX, fields.nameLong)
    .refine(isPlainText, fields.nameCharacters)
    // Names appear in our emails, so they must not carry advertising.
    .refine((text) => !WEB_ADDRESS.test(text), fields.nameAddress);
