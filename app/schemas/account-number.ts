import type { AccountNumber } from "#app/lib/account-number.ts";
import { messages } from "./messages/index.ts";

/** What whoever leaves out an account number is told; undefined where the broker needs none. */
export const missingAccount = (account: AccountNumber | null | undefined): string | undefined =>
  account?.field === "required" ? messages.fields.accountRequired(account.name, account.example) : undefined;
