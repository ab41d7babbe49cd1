import type { AccountField } from "./domain.ts";

/** How the form asks for the account number at a broker. */
export type AccountNumber = {
  field: AccountField;
  /** What the broker calls it, such as "UID". */
  name: string | null;
  example: string | null;
};

type Columns = {
  accountField: AccountField | null;
  accountName: string | null;
  accountExample: string | null;
};

/** Null for a broker whose owner has not said it: the form asks as for all, without a must. */
export const readAccountNumber = ({
  accountField,
  accountName,
  accountExample,
}: Columns): AccountNumber | null =>
  accountField && { field: accountField, name: accountName, example: accountExample };

/** How the account number is called where it is asked for. */
export const accountLabel = (
  account: AccountNumber | null,
  { form }: { form: { accountNumber: string } },
): string => account?.name ?? form.accountNumber;

/** What is asked of a broker whose owner has not said it. */
export const USUAL_ACCOUNT_NUMBER: AccountNumber = { field: "optional", name: null, example: null };

/** Whether brokers ask for the number in different ways. */
export const isAskedDifferently = (brokers: readonly { accountNumber: AccountNumber | null }[]): boolean =>
  new Set(brokers.map(({ accountNumber }) => JSON.stringify(accountNumber ?? USUAL_ACCOUNT_NUMBER))).size > 1;
