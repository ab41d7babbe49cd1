import type { AccountNumber } from "#app/lib/account-number.ts";
import { findPaymentNumber, looksLikePayment } from "#app/lib/typed-payment-number.ts";
import type { Catalogue } from "./languages/index.ts";
import { messages } from "./messages/index.ts";

type Texts = Pick<Catalogue, "errors">;

/** What whoever leaves out an account number is told; undefined where the broker needs none. */
export const missingAccount = (
  account: AccountNumber | null | undefined,
  { errors }: Texts,
): string | undefined =>
  account?.field === "required" ? errors.accountRequired(account.name, account.example) : undefined;

/**
 * What is said of an account number that is missing, or that pays: a card or an IBAN, which a form never asks for.
 * Undefined for a right one.
 */
export function wrongAccount(
  account: AccountNumber | null | undefined,
  reference: string | undefined,
  texts: Texts,
): string | undefined {
  if (reference === undefined) return missingAccount(account, texts);
  if (account?.field === "no") return undefined;
  const payment = findPaymentNumber(reference);
  if (payment === null || looksLikePayment(account?.example ?? null, payment)) return undefined;
  return messages.fields.accountIsPayment;
}
