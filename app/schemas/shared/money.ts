import { z } from "zod";
import { coinCurrency } from "#app/lib/currency-signs.ts";
import { fitsCurrency, isCurrency, toAmount } from "#app/lib/money.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { AMOUNT_TYPED_MAX } from "./limits.ts";

/** ISO 4217, upper-cased. */
export const Currency = z
  .string()
  .max(10, messages.fields.currencyShape)
  .transform((text) => text.trim().toUpperCase())
  .refine(isCurrency, messages.fields.currencyShape);

/** A positive decimal as string or number, stored as a decimal string and never as a float. */
export const amountWith = (message: string) =>
  z.union([z.string().max(AMOUNT_TYPED_MAX, message), z.number()], message).transform((value, context) => {
    const amount = toAmount(value);
    if (amount === null) {
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    }
    return amount;
  });
export const Amount = amountWith(messages.fields.amountShape);

/** Too many digits are refused, not rounded: "1.234" in a currency with two may mean 1,234. */
export const hasFittingDigits = ({
  amount,
  currency,
}: {
  amount?: string | undefined;
  currency?: string | undefined;
}): boolean => !amount || !currency || fitsCurrency(amount, coinCurrency(currency) ?? currency);
/** New for each schema: zod changes what it is given. */
export const digitsIssue = () => ({ path: ["amount"], message: messages.fields.amountDigits });

export const MoneyResponse = z.object({ amount: z.string(), currency: z.string() });
