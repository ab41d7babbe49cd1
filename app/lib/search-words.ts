import Decimal from "decimal.js-light";
import { splitCurrency } from "./currency-signs.ts";
import { toEmailKey } from "./email-address.ts";
import { toMailbox } from "./mailbox.ts";
import { toAmount } from "./money.ts";
import { toNationalDigits } from "./read-phone.ts";
import { columnsFor } from "./submission-columns.ts";

export const SEARCHED_TEXTS = columnsFor("searched");
export const SEARCHED_COLUMNS = [...SEARCHED_TEXTS, "phone", "amount", "verifiedAmount"] as const;

type Searched = Record<(typeof SEARCHED_COLUMNS)[number], string | null>;

/** In characters, of a word with the text after it: the length of the column. */
const LENGTH_MAX = 100;
/** Of one text, so that a visitor who sends a long one takes no more room than that. */
const WORDS_MAX = 20;
const DIGITS_MIN = 4;
/** A word begins after a blank or a mark, and so do four digits after a letter. */
const WORD = /(?<![\p{L}\p{N}])[\p{L}\p{N}]|(?<=\p{L})\p{N}{4}/gu;

/** What has no accent that could be taken away, as people without that key type it. */
const FOLDED: Record<string, string> = {
  ø: "o",
  ł: "l",
  đ: "d",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ı: "i",
  "’": "'",
  "‘": "'",
  ʼ: "'",
};

/** As it is compared: whatever its case, accents and blanks. */
const toPlain = (text: string) =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}+/gu, "")
    .replace(/[øłđßæœı’‘ʼ]/g, (letter) => FOLDED[letter] ?? letter)
    .replace(/\s+/g, " ");

/** Not in the middle of a character, and without blanks at its end, which MySQL does not compare. */
const cut = (text: string) =>
  text
    .slice(0, LENGTH_MAX)
    .replace(/[\ud800-\udbff]$/, "")
    .trimEnd();

const toAmountWord = (amount: string) => `=${new Decimal(amount).toFixed()}`;

/** Other spellings of a mailbox have its one address; null for an address that is the one. */
function toMailboxWord(email: string): string | null {
  const emailKey = toEmailKey(email);
  const mailbox = toMailbox(emailKey);
  return mailbox === emailKey ? null : mailboxWord(mailbox);
}

/** The word of a mailbox, which no search begins with. Null for one that is longer than the column. */
export const mailboxWord = (mailbox: string): string | null =>
  mailbox.length < LENGTH_MAX ? `@${mailbox}` : null;

/** The end of a phone number is the beginning of its digits in reverse. */
const reverse = (digits: string) => `<${[...digits].toReversed().join("")}`;

/** The digits of a phone number as they are typed: with the code of its country, and without. */
function toNumbers(phone: string): string[] {
  const whole = phone.replace(/\D/g, "");
  return [whole, toNationalDigits(phone) ?? whole];
}

/** What a claim is found by: the words of its texts with what follows them, its mailbox, phone number and amount. */
export function toSearchWords(claim: Searched): Set<string> {
  const words = new Set<string>();
  for (const column of SEARCHED_TEXTS) {
    const text = toPlain(claim[column] ?? "");
    // The end of an email's domain, such as "com", says nothing.
    const last = column === "email" && text.includes(".") ? text.lastIndexOf(".") : text.length;
    const begins = [...text.matchAll(WORD)].slice(0, WORDS_MAX);
    for (const { index } of begins) if (index <= last) words.add(cut(text.slice(index)));
  }
  const mailbox = toMailboxWord(claim.email ?? "");
  if (mailbox !== null) words.add(mailbox);
  const numbers = toNumbers(claim.phone ?? "");
  for (const digits of numbers.filter((one) => one.length >= DIGITS_MIN)) words.add(digits);
  if (numbers[0]) words.add(reverse(numbers[0]));
  const amount = claim.verifiedAmount ?? claim.amount;
  if (amount !== null) words.add(toAmountWord(amount));
  return words;
}

/** The digits of a search for a part of a phone number; null for any other search. */
export function readDigits(search: string): string | null {
  const digits = search.replace(/\D/g, "");
  return digits.length >= DIGITS_MIN && !/[a-z@]/i.test(search) ? digits : null;
}

/** In most countries a number begins with a zero that its international form has not. */
const toDigitWords = (digits: string): string[] => {
  const withoutZero = digits.replace(/^0+/, "");
  return [digits, reverse(digits), ...(withoutZero.length >= DIGITS_MIN ? [withoutZero] : [])];
};

/** What the words of a claim may begin with, and may be, if a search finds it. Empty for marks alone. */
export function toWordQuery(search: string): { begins: string[]; exactly: string[] } {
  const begin = cut(toPlain(search).replace(/^[^\p{L}\p{N}]+/u, ""));
  const digits = readDigits(search);
  const amount = toAmount(splitCurrency(search).amount);
  return {
    begins: [...new Set([begin, ...(digits === null ? [] : toDigitWords(digits))])].filter(
      (text) => text !== "",
    ),
    exactly: amount === null ? [] : [toAmountWord(amount)],
  };
}
