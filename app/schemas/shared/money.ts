import { z } from "zod";
import { readInRegion } from "#app/lib/amount-in-region.ts";
import { coinCurrency } from "#app/lib/currency-signs.ts";
import { currencyDigits, fitsCurrency, isCurrency, toAmount } from "#app/lib/money.ts";
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

/** An amount of a form of the workspace, as it was typed: the currency beside it says how it is read. */
export const typedAmountWith = (message: string) =>
  z
    .string(message)
    .max(AMOUNT_TYPED_MAX, message)
    .refine((text) => toAmount(text) !== null, message);
export const TypedAmount = typedAmountWith(messages.fields.amountShape);

/** What a typed amount is in its currency, or the question about one that may be two amounts. */
export function readTypedIn(currency: string, typed: string): { amount: string } | { message: string } {
  const reading = readInRegion(typed, currency);
  if (reading === null) return { message: messages.fields.amountShape };
  if ("amount" in reading)
    return fitsCurrency(reading.amount, currency) ? reading : { message: messages.fields.amountDigits };
  return { message: askWhich(typed, reading, currency) };
}

/**
 * A typed amount of a list's row, for a schema that reads it. What is no amount stays as typed, so that the schema
 * says why.
 * @returns `doubt`: the question about one that may be two amounts
 */
export function readRowAmount(typed: string, currency: string): { amount: string; doubt: string | null } {
  const reading = typed.length > AMOUNT_TYPED_MAX ? null : readInRegion(typed, currency);
  if (reading === null) return { amount: typed, doubt: null };
  if ("amount" in reading) return { amount: reading.amount, doubt: null };
  return { amount: reading.whole, doubt: askWhich(typed, reading, currency) };
}

/** The question about a typed amount that may be two. */
const askWhich = (typed: string, amounts: { whole: string; fraction: string }, currency: string): string =>
  currencyDigits(currency) < 3
    ? messages.fields.amountDigits
    : messages.fields.amountDoubtful(typed, amounts, currency);

/** Reads the amount of a form's fields, for `transform`. */
export function readTypedMoney<T extends { amount?: string | undefined; currency?: string | undefined }>(
  fields: T,
  context: z.RefinementCtx,
): T {
  const { amount: typed, currency } = fields;
  if (!typed) return fields;
  if (!currency) return { ...fields, amount: toAmount(typed) ?? undefined };
  const reading = readTypedIn(currency, typed);
  if ("amount" in reading) return { ...fields, amount: reading.amount };
  context.addIssue({ code: "custom", path: ["amount"], message: reading.message });
  return z.NEVER;
}

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
