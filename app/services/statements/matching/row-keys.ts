import {
  type AccountRule,
  findAccountRule,
  readAccounts,
  toAccountKey,
  toEarlierKey,
} from "#app/lib/account-keys.ts";
import { toEmailKey } from "#app/lib/email-address.ts";
import { pick } from "#app/lib/objects.ts";
import { readPhoneDigits } from "./identifiers.ts";
import { emailOfRow, hashEmail } from "./identity.ts";
import type { ClaimFacts, StatementRow } from "./types.ts";

/** What a row says without naming its client. */
const FACTS = [
  "line",
  "kind",
  "country",
  "amount",
  "net",
  "fee",
  "currency",
  "convertedAmount",
  "convertedCurrency",
  "at",
  "count",
] as const;
export type RowFacts = Pick<StatementRow, (typeof FACTS)[number]>;

/** A key that more rows carry is a campaign, or an account of the broker's own. */
const ROWS_OF_ONE_KEY_MAX = 500;

/** Every strong key of a file, with what its rows say. A claim has the same text for the same key. */
export function listRowKeys(rows: readonly StatementRow[]): Map<string, RowFacts[]> {
  const shown = [...new Set(rows.flatMap(({ account }) => account?.trim() || []))];
  const { keysOf } = findAccountRule(new Set(shown.map(toAccountKey)), shown);
  const found = new Map<string, RowFacts[]>();
  for (const row of rows) {
    const facts = pick(row, FACTS);
    for (const key of new Set(keysOfRow(row, keysOf))) {
      const others = found.get(key);
      if (others) others.push(facts);
      else found.set(key, [facts]);
    }
  }
  for (const [key, { length }] of found) if (length > ROWS_OF_ONE_KEY_MAX) found.delete(key);
  return found;
}

function keysOfRow(row: StatementRow, keysOf: AccountRule["keysOf"]): string[] {
  const { account, submissionId, clickId, emailSha256, emailMd5, phone, userName } = row;
  const keys: string[] = [];
  for (const text of [account, userName]) {
    if (!text) continue;
    for (const key of keysOf(toAccountKey(text))) keys.push(`account ${key}`);
  }
  const address = emailOfRow(row);
  if (address) keys.push(`email ${address}`);
  if (emailSha256) keys.push(`sha256 ${emailSha256.toLowerCase()}`);
  if (emailMd5) keys.push(`md5 ${emailMd5.toLowerCase()}`);
  if (phone) keys.push(`phone ${readPhoneDigits(phone).digits}`);
  if (clickId) keys.push(`click ${clickId.trim()}`);
  for (const id of row.linkClickIds ?? []) keys.push(`click ${id}`);
  if (submissionId) keys.push(`claim ${submissionId}`);
  return keys;
}

/** Keys that make two rows one client's; others count where a client has none of them. */
const OWN_KEY = /^(?:account|email|sha256|md5) /;

/** @param shared addresses, or their hashes, that are the broker's or the affiliate's own */
export function listClientKeys(
  rows: readonly StatementRow[],
  { keysOf }: AccountRule,
  shared: ReadonlySet<string>,
): string[] {
  const keys = [...new Set(rows.flatMap((row) => keysOfRow(row, keysOf)))].filter(
    (key) => !shared.has(key.slice(key.indexOf(" ") + 1)),
  );
  const own = keys.filter((key) => OWN_KEY.test(key));
  return own.length > 0 ? own : keys;
}

export type ClaimKeys = Pick<
  ClaimFacts,
  "id" | "email" | "phone" | "account" | "knownAccounts" | "clickIds" | "linkClickIds"
>;

/** The keys of a claim, each with what a row of this key would have. */
export function listClaimKeys(claim: ClaimKeys): [key: string, row: Partial<StatementRow>][] {
  const { id, email, phone, account, knownAccounts, clickIds, linkClickIds } = claim;
  const keys: [string, Partial<StatementRow>][] = [[`claim ${id}`, { submissionId: id }]];
  for (const text of [...(account ? [account] : []), ...knownAccounts]) {
    const readings = readAccounts(text, new Set());
    for (const key of readings) keys.push([`account ${key}`, { account: key }]);
    const earlier = toEarlierKey(text);
    if (!readings.includes(earlier)) keys.push([`account ${earlier}`, { account: toAccountKey(text) }]);
  }
  if (email) {
    const emailKey = toEmailKey(email);
    const [emailSha256, emailMd5] = [hashEmail(emailKey, "sha256"), hashEmail(emailKey, "md5")];
    keys.push([`email ${emailKey}`, { email: emailKey }]);
    keys.push([`sha256 ${emailSha256}`, { emailSha256 }], [`md5 ${emailMd5}`, { emailMd5 }]);
  }
  if (phone) keys.push([`phone ${phone.replace(/\D/g, "")}`, { phone }]);
  for (const text of clickIds) keys.push([`click ${text.trim()}`, { clickId: text.trim() }]);
  for (const id of linkClickIds) keys.push([`click ${id}`, { linkClickIds: [id] }]);
  return keys;
}
