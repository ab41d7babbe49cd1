import { z } from "zod";
import { messages } from "#app/schemas/messages/index.ts";
import { NAME_MAX } from "./limits.ts";
import { isPlainText } from "./text.ts";

const { fields } = messages;

/** With or without "https://", because email programs link "example.com" too. It does not match "A.B. Trading". */
const BEGINNING = /:\/\/|www\./i;
const ENDING = /[\p{L}\p{N}-]{2}[.。．｡](?<ending>\p{L}{2,})(?<after>[./-]?)/gu;
/** Two names that are written together: "St.Pauli". */
const NAME_ENDING = /^\p{Lu}\p{Ll}{4,}$/u;
/** Endings of domains that advertisers use. */
const ADVERTISED = new Set([
  "Online",
  "Casino",
  "Store",
  "Website",
  "Click",
  "Games",
  "Poker",
  "Bingo",
  "Finance",
  "Trade",
  "Capital",
  "Markets",
  "Forex",
  "Money",
  "Loans",
  "Credit",
  "Digital",
  "World",
  "Today",
  "Email",
  "Space",
  "Center",
  "Agency",
  "Social",
  "Company",
  "Network",
  "Support",
  "Software",
  "Services",
  "Solutions",
  "Group",
  "Global",
  "Investments",
  "Exchange",
  "Market",
  "Financial",
  "Cards",
  "Gifts",
  "Bonus",
  "Stream",
  "Download",
  "Review",
]);

function hasWebAddress(text: string): boolean {
  if (BEGINNING.test(text)) return true;
  return [...text.matchAll(ENDING)].some(({ groups: { ending = "", after } = {} }) => {
    return after !== "" || !NAME_ENDING.test(ending) || ADVERTISED.has(ending);
  });
}

/** The name of a person or a workspace. */
export const createNameSchema = (required: string) =>
  z
    .string(required)
    .trim()
    .min(1, required)
    .max(NAME_MAX, fields.nameLong)
    .refine(isPlainText, fields.nameCharacters)
    // Names appear in our emails, so they must not carry advertising.
    .refine((text) => !hasWebAddress(text), fields.nameAddress);
