import { readAccounts, splitPrefix, toAccountKey } from "#app/lib/account-keys.ts";
import { toFileName } from "#app/services/tables/file-name.ts";
import { addressesOfName, isSamePhone, readPhoneDigits, toLocalLetters } from "../matching/identifiers.ts";
import { ACCOUNT_MIN, type ErasedPerson } from "./erase-rows.ts";

/** A phone number with blanks has this many parts at most, and a name fewer. */
const WORDS_MAX = 6;

/** The name of a file without the numbers and names in it that are an erased person's. */
export function eraseFromName(fileName: string, people: readonly ErasedPerson[]): string {
  const accounts = new Set(
    people
      .flatMap((person) => person.accounts.flatMap((account) => readAccounts(account, new Set())))
      .filter((key) => key.length >= ACCOUNT_MIN),
  );
  const names = new Set(people.flatMap(({ email }) => toLocalLetters(email) ?? []));
  const isTheirs = (text: string): boolean => {
    const key = toAccountKey(text);
    const unprefixed = text.includes(" ") ? undefined : splitPrefix(key)?.number;
    if (accounts.has(key) || accounts.has(unprefixed ?? "")) return true;
    const number = /^[\d ]+$/.test(text) ? readPhoneDigits(text) : null;
    if (number && people.some(({ phone }) => isSamePhone(phone, number))) return true;
    return [key, ...addressesOfName(text)].some((letters) => names.has(letters));
  };
  const words = [...fileName.matchAll(/[\p{L}\p{N}]+/gu)];
  const kept: string[] = [];
  let end = 0;
  for (let at = 0; at < words.length; ) {
    const counts = Array.from({ length: Math.min(WORDS_MAX, words.length - at) }, (_, less) => less + 1);
    const count = counts.toReversed().find((some) => isTheirs(textOf(words.slice(at, at + some)))) ?? 0;
    if (count > 0) {
      kept.push(fileName.slice(end, words[at]?.index));
      end = endOf(words[at + count - 1]);
    }
    at += count || 1;
  }
  return end === 0 ? fileName : toFileName([...kept, fileName.slice(end)].join(""));
}

const textOf = (words: RegExpExecArray[]): string => words.map(([word]) => word).join(" ");
const endOf = (word: RegExpExecArray | undefined): number => (word?.index ?? 0) + (word?.[0].length ?? 0);
