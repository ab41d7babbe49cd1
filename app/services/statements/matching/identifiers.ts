import { toAsciiDigits } from "#app/lib/digits.ts";

/** How files hide characters: with signs of their own, otherwise with an x or dots. */
const MARKS = [/[*•…#]+/g, /x{2,}|\.{2,}/g];

/** Which characters a masked address shows; two addresses with one shape are masked in the same way. */
export type MaskShape = {
  localStart: number;
  localEnd: number;
  domainStart: number;
  domainEnd: number;
};
export type Mask = { shape: MaskShape; shown: string };

/** Reads `jo***@gm***.com`; null for what hides nothing or everything. */
export function readMask(masked: string): Mask | null {
  const text = masked.trim().toLowerCase();
  const at = text.lastIndexOf("@");
  if (at === -1) return null;
  const local = readVisible(text.slice(0, at));
  const domain = readVisible(text.slice(at + 1));
  if (!local || !domain || (local.isWhole && domain.isWhole)) return null;
  if (local.start === "" && local.end === "" && domain.isWhole === false) return null;
  const shape = {
    localStart: local.isWhole ? -1 : local.start.length,
    localEnd: local.end.length,
    domainStart: domain.isWhole ? -1 : domain.start.length,
    domainEnd: domain.end.length,
  };
  return { shape, shown: [local.start, local.end, domain.start, domain.end].join("|") };
}

function readVisible(text: string): { start: string; end: string; isWhole: boolean } | null {
  const marks = MARKS.map((sign) => [...text.matchAll(sign)]).find(({ length }) => length > 0) ?? [];
  const [first] = marks;
  if (text === "") return null;
  if (!first) return { start: text, end: "", isWhole: true };
  const last = marks.at(-1) ?? first;
  return { start: text.slice(0, first.index), end: text.slice(last.index + last[0].length), isWhole: false };
}

/** What an address shows under a mask of this shape; null if it is too short to be masked so. */
export function maskEmail(emailKey: string, shape: MaskShape): string | null {
  const at = emailKey.lastIndexOf("@");
  if (at === -1) return null;
  const local = showEnds(emailKey.slice(0, at), shape.localStart, shape.localEnd);
  const domain = showEnds(emailKey.slice(at + 1), shape.domainStart, shape.domainEnd);
  return local && domain && `${local}|${domain}`;
}

function showEnds(text: string, start: number, end: number): string | null {
  if (start === -1) return `${text}|`;
  if (text.length < start + end) return null;
  return `${text.slice(0, start)}|${text.slice(text.length - end)}`;
}

/** A phone number's digits: with the country code if it is written as an international number. */
export function readPhoneDigits(text: string): { digits: string; isInternational: boolean } {
  const typed = toAsciiDigits(text).trim();
  const digits = typed.replace(/\(\s*0\s*\)/g, "").replace(/\D/g, "");
  const isInternational = /^[\s(]*(\+|00)/.test(typed);
  return { digits: digits.replace(isInternational ? /^0{2}/ : /^0+/, ""), isInternational };
}

export const PHONE_TAIL = 7;

/** Whether a number of a file is the E.164 number, written for calls within the country or from abroad. */
export function isSamePhone(
  e164: string,
  { digits, isInternational }: { digits: string; isInternational: boolean },
) {
  const own = e164.replace(/\D/g, "");
  if (own === digits) return true;
  return (
    !isInternational && digits.length >= PHONE_TAIL && own.length - digits.length <= 4 && own.endsWith(digits)
  );
}

const toLetters = (text: string) =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/ß/g, "ss")
    .replace(/[^\p{L}]/gu, "");

const NAME_LETTERS_MIN = 5;

const untagged = (local: string) => local.split("+", 1)[0] ?? "";

/** The letters of an email's local part, as a name or a user name may have them. */
export function toLocalLetters(email: string): string | null {
  const at = email.lastIndexOf("@");
  const letters = toLetters(at === -1 ? email : untagged(email.slice(0, at)));
  return letters.length >= NAME_LETTERS_MIN ? letters : null;
}

/** How people make an address of their name: `John Smith` is johnsmith, smithjohn, jsmith, johns, smithj. */
export function* addressesOfName(name: string): Generator<string> {
  const words = name
    .split(/[\s,.]+/)
    .map(toLetters)
    .filter((word) => word !== "");
  const [first, last] = [words[0], words.at(-1)];
  if (!first || !last || words.length < 2) return;
  const forms = [words.join(""), first + last, last + first, first.charAt(0) + last, first + last.charAt(0)];
  for (const form of new Set([...forms, last + first.charAt(0)]))
    if (form.length >= NAME_LETTERS_MIN) yield form;
  if (first.length === 1 && last.length >= FAMILY_NAME_MIN) yield `${first}*${last}`;
}

const FAMILY_NAME_MIN = 4;

/** How a file may shorten the name in an address: gretaweber is `g*weber`, wherever the first name ends. */
export const initialsOf = (letters: string): string[] =>
  Array.from(
    { length: Math.max(0, letters.length - FAMILY_NAME_MIN - 1) },
    (_, at) => `${letters.charAt(0)}*${letters.slice(at + 2)}`,
  );

/** A user name or an email's local part, as far as they can be compared. */
export function toUserNameKey(text: string): string | null {
  const at = text.lastIndexOf("@");
  const key = (at > 0 ? untagged(text.slice(0, at)) : text).toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  return key.length >= NAME_LETTERS_MIN ? key : null;
}
