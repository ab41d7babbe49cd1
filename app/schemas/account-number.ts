import type { AccountNumber } from "#app/lib/account-number.ts";
import type { Catalogue } from "./languages/index.ts";

/** What whoever leaves out an account number is told; undefined where the broker needs none. */
export const missingAccount = (
  account: AccountNumber | null | undefined,
  { errors }: Pick<Catalogue, "errors">,
): string | undefined =>
  account?.field === "required" ? errors.accountRequired(account.name, account.example) : undefined;
