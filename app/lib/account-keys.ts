import { toAsciiDigits } from "./digits.ts";
import { normalizeTyped } from "./typed-text.ts";

const DIGITS_MIN = 5;
/** A shorter text in the place of an account number, such as "0" or "n/a", is a placeholder of many clients. */
export const ACCOUNT_KEY_MIN = 4;
/** Letters before a number: CR8412337, MT8412337. */
const PREFIXED = /^(?<prefix>[a-z]{1,8})0*(?<number>[1-9]\d{3,})$/;
/** A spreadsheet's number: 8412337.00. */
const AS_DECIMAL = /^(\d+)[.,]0{1,2}$/;

/** An account number, login or user name without case, separators and leading zeros; empty for none. */
export function toAccountKey(text: string): string {
  return joinCharacters(toAsciiDigits(normalizeTyped(text)).toLowerCase().replace(AS_DECIMAL, "$1"));
}

/**
 * The key that rows had before invisible characters were dropped first: `8412337.00` with a mark of direction
 * after it was no decimal. Their hashes are kept for 90 days.
 */
export const toEarlierKey = (text: string): string =>
  joinCharacters(toAsciiDigits(text.normalize("NFKC")).toLowerCase());

function joinCharacters(text: string): string {
  const key = text.replace(/[^\p{L}\p{N}]/gu, "");
  return /^\d+$/.test(key) ? key.replace(/^0+(?=\d)/, "") : key;
}

/** Splits `cr8412337` into its letters and its number; null for anything else. */
export function splitPrefix(key: string): { prefix: string; number: string } | null {
  const { prefix, number } = PREFIXED.exec(key)?.groups ?? {};
  return prefix && number ? { prefix, number } : null;
}

const hasEnoughDigits = (key: string) => key.replace(/\D/g, "").length >= DIGITS_MIN;

const toWords = (text: string): string[] => text.split(/[\s/,;:#()|]+/).map(toAccountKey);

/** Whether a text is one account number, and no word or list of numbers. */
export const isOneAccount = (text: string): boolean =>
  hasEnoughDigits(toAccountKey(text)) && toWords(text).filter(hasEnoughDigits).length <= 1;

/**
 * What a visitor may have meant, the most literal reading first: the whole text, the number behind letters
 * that the broker does not use, and each number in a text like `MT5 8412337 (EUR)`.
 * @param prefixes letters that tell accounts of this broker apart
 */
export function readAccounts(text: string, prefixes: ReadonlySet<string>): string[] {
  const whole = toAccountKey(text);
  const words = toWords(text);
  const readings = [whole, ...(words.length > 1 ? words.filter(hasEnoughDigits) : [])];
  const numbers = readings.flatMap((reading) => {
    const split = splitPrefix(reading);
    return split && !prefixes.has(split.prefix) && hasEnoughDigits(split.number) ? [split.number] : [];
  });
  return [...new Set([...readings, ...numbers])].filter((key) => key !== "");
}

/** How many of the accounts must have one of the broker's prefixes, and one of them at least. */
const ALL_SHARE = 0.9;
const EACH_SHARE = 0.05;

/** The letters that the broker writes before nearly every account number of the file. */
function findPrefixes(accounts: Iterable<string>): Set<string> {
  const counts = new Map<string, number>();
  let total = 0;
  for (const account of accounts) {
    total += 1;
    const prefix = splitPrefix(account)?.prefix;
    if (prefix) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  }
  const frequent = [...counts].filter(([, count]) => count >= total * EACH_SHARE);
  const covered = frequent.reduce((sum, [, count]) => sum + count, 0);
  return new Set(covered >= total * ALL_SHARE ? frequent.map(([prefix]) => prefix) : []);
}

const PREFIX_MIN = 3;

/** What the broker writes before every account number of the file and a separator: `MT5` of `MT5-8412337`. */
function findWrittenPrefix(shown: readonly string[]): string | null {
  const prefix = /^[\p{L}\p{N}]{1,10}(?=[-_/ .:#]+[\p{N}])/u.exec(shown[0] ?? "")?.[0];
  if (!prefix || shown.length < PREFIX_MIN) return null;
  const isEverywhere = shown.every(
    (account) => account.startsWith(prefix) && /^[-_/ .:#]+[\p{N}]+$/u.test(account.slice(prefix.length)),
  );
  return isEverywhere ? prefix : null;
}

/** How the accounts of one file are found: each whole, and without what its broker writes before all of them. */
export type AccountRule = { prefixes: ReadonlySet<string>; keysOf: (account: string) => string[] };

/**
 * @param accounts keys, each once
 * @param shown as the file writes them
 */
export function findAccountRule(accounts: ReadonlySet<string>, shown: readonly string[]): AccountRule {
  const prefixes = findPrefixes(accounts);
  const written = toAccountKey(findWrittenPrefix(shown) ?? "");
  if (/^[a-z]+$/.test(written)) prefixes.add(written);
  return {
    prefixes,
    keysOf(account) {
      // Of MT5-8412337 the letters alone would leave 58412337.
      const rest =
        written !== "" && account.startsWith(written) ? toAccountKey(account.slice(written.length)) : null;
      const split = splitPrefix(account);
      const number = rest ?? (split && prefixes.has(split.prefix) ? split.number : null);
      return number ? [account, number] : [account];
    },
  };
}

/** Each account whole, and its number without letters before it: where no file tells what a broker writes. */
export const UNPREFIXED: AccountRule = {
  prefixes: new Set(),
  keysOf(account) {
    const number = splitPrefix(account)?.number;
    return number && hasEnoughDigits(number) ? [account, number] : [account];
  },
};

/** The digits that begin every account number of the file. */
export function findCommonDigits(accounts: Iterable<string>): string {
  let common: string | null = null;
  for (const account of accounts) {
    if (common === null) common = account;
    let length = 0;
    while (length < common.length && common[length] === account[length]) length += 1;
    common = common.slice(0, length);
    if (common === "") break;
  }
  return /^\d*/.exec(common ?? "")?.[0] ?? "";
}
