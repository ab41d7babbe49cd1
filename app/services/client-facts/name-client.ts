import { ACCOUNT_KEY_MIN, readAccounts, toAccountKey } from "#app/lib/account-keys.ts";
import { toLinkClickId } from "#app/lib/affiliate-systems.ts";

/** What a row of a file, a postback or an answer may name its client by. */
type NamedRow = {
  account: string | null;
  email: string | null;
  emailSha256: string | null;
  emailMd5: string | null;
  emailMasked: string | null;
  userName: string | null;
  submissionId: string | null;
  clickId: string | null;
  linkClickIds?: readonly string[];
  phone: string | null;
  phoneEnding: string | null;
  name: string | null;
};

/**
 * What tells the client of a row from the broker's others, by the first of its names: the account number, else the
 * email, else another one. The same client has the same text in every source that names them alike. Null for a row
 * that names nobody, or somebody whom others may be named like.
 */
export function nameClient(row: NamedRow): string | null {
  const account = toAccountKey(row.account ?? "");
  if (account.length >= ACCOUNT_KEY_MIN) return `account ${account}`;
  const email = row.email ?? row.emailSha256 ?? row.emailMd5;
  if (email) return `email ${email}`;
  const clickId = row.clickId ?? row.linkClickIds?.[0];
  const other = row.userName ?? row.submissionId ?? (clickId && (toLinkClickId(clickId) ?? clickId));
  if (other ?? row.phone) return `other ${other ?? row.phone}`;
  const rest = [row.emailMasked, row.phoneEnding, row.name].filter((part) => part !== null);
  return row.emailMasked && rest.length > 1 ? `rest ${rest.join(" ")}` : null;
}

type NamedClaim = {
  id: string;
  phone: string | null;
  /** With the hashes that files have in their place. */
  emails: readonly string[];
  /** Also those that are known of the person without the claim. */
  accounts: readonly string[];
  clickIds: readonly string[];
};

/** What rows of a claim's client may be named by. */
export function listClientNames({ id, phone, emails, accounts, clickIds }: NamedClaim): string[] {
  const nobody = {
    account: null,
    email: null,
    emailSha256: null,
    emailMd5: null,
    emailMasked: null,
    userName: null,
    submissionId: null,
    clickId: null,
    phone: null,
    phoneEnding: null,
    name: null,
  };
  const rows: NamedRow[] = [
    ...accounts.flatMap((text) => readAccounts(text, new Set()).map((account) => ({ ...nobody, account }))),
    ...accounts.map((userName) => ({ ...nobody, userName })),
    ...emails.map((email) => ({ ...nobody, email })),
    ...clickIds.map((clickId) => ({ ...nobody, clickId })),
    { ...nobody, phone },
    { ...nobody, submissionId: id },
  ];
  return [...new Set(rows.flatMap((row) => nameClient(row) ?? []))];
}
