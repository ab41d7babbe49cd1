import { readAccounts, toAccountKey, UNPREFIXED } from "#app/lib/account-keys.ts";
import { toLinkClickId } from "#app/lib/affiliate-systems.ts";
import { toEmailKey } from "#app/lib/email-address.ts";
import { toMailbox } from "#app/lib/mailbox.ts";
import { PHONE_TAIL, readPhoneDigits } from "#app/services/statements/matching/identifiers.ts";
import { emailOfRow, hashEmail, hashesOfRow } from "#app/services/statements/matching/identity.ts";
import type { ClaimFacts, StatementRow } from "#app/services/statements/matching/types.ts";

/**
 * By what rows and claims of a running statement find each other: whatever matching or grouping may compare has a
 * key here, so that what shares none is matched alone as it is matched with all.
 */
const keyOf = {
  account: (key: string) => `account ${key}`,
  email: (email: string) => [`email ${email}`, `mailbox ${toMailbox(email)}`],
  hash: (hash: string) => `hash ${hash}`,
  phone: (digits: string) => (digits.length < PHONE_TAIL ? [] : [`phone ${digits.slice(-PHONE_TAIL)}`]),
  // Some systems fold the case of an id.
  click: (id: string) => (id.trim() === "" ? [] : [`click ${toLinkClickId(id) ?? id.trim()}`]),
};

type NamedRow = Pick<
  StatementRow,
  | "account"
  | "userName"
  | "email"
  | "emailSha256"
  | "emailMd5"
  | "phone"
  | "clickId"
  | "subIds"
  | "linkClickIds"
  | "submissionId"
>;

export const listKeysOfClick = keyOf.click;

export const listKeysOfAccount = (text: string): string[] =>
  UNPREFIXED.keysOf(toAccountKey(text)).map(keyOf.account);

export function listKeysOfRow(row: NamedRow): string[] {
  const { account, userName, phone, clickId, subIds, linkClickIds = [], submissionId } = row;
  const email = emailOfRow(row);
  const keys = [
    ...[account, userName].flatMap((text) => (text ? listKeysOfAccount(text) : [])),
    ...(email ? keyOf.email(email) : []),
    ...hashesOfRow(row).map(keyOf.hash),
    ...(phone ? keyOf.phone(readPhoneDigits(phone).digits) : []),
    ...[clickId ?? "", ...subIds, ...linkClickIds, submissionId ?? ""].flatMap(keyOf.click),
  ];
  return [...new Set(keys)];
}

type NamedClaim = Pick<
  ClaimFacts,
  "id" | "account" | "knownAccounts" | "email" | "phone" | "clickIds" | "linkClickIds"
>;

export function listKeysOfClaim(claim: NamedClaim): string[] {
  const { id, account, knownAccounts, email, phone, clickIds, linkClickIds } = claim;
  const emailKey = email && toEmailKey(email);
  const login = account?.includes("@") ? toEmailKey(account) : null;
  const keys = [
    ...(account ? readAccounts(account, UNPREFIXED.prefixes).map(keyOf.account) : []),
    ...knownAccounts.map((known) => keyOf.account(toAccountKey(known))),
    ...[emailKey, login].flatMap((one) => (one ? keyOf.email(one) : [])),
    ...(emailKey ? (["sha256", "md5"] as const).map((name) => keyOf.hash(hashEmail(emailKey, name))) : []),
    ...(phone ? keyOf.phone(phone.replace(/\D/g, "")) : []),
    ...[...clickIds, ...linkClickIds, id].flatMap(keyOf.click),
  ];
  return [...new Set(keys)];
}
