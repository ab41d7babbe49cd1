import { z } from "zod";
import { isCurrency, toAmount } from "#app/lib/money.ts";
import { messages } from "./messages.ts";

/** ISO 4217, upper-cased. */
export const Currency = z
  .string()
  .max(10, messages.fields.currencyShape)
  .transform((text) => text.trim().toUpperCase())
  .refine(isCurrency, messages.fields.currencyShape);

/** A positive decimal, as text or number, kept as canonical decimal text: never as a float. Else it says `message`. */
export const amountWith = (message: string) =>
  z.union([z.string().max(40, message), z.number()], message).transform((value, context) => {
    const amount = toAmount(value);
    if (amount === null) {
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    }
    return amount;
  });
export const Amount = amountWith(messages.fields.amountShape);

/** A total as answers carry it. */
export const MoneyAnswer = z.object({ amount: z.string(), currency: z.string() });
