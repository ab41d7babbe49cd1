/** What each digit that was met is in ASCII. Unicode has some hundred. */
const known = new Map<string, string>();

const OTHER_THAN_ASCII = /[^ -~]/;
const DIGIT = /\p{Nd}/u;

/** Digits of every script as ASCII. */
export function toAsciiDigits(text: string): string {
  if (!OTHER_THAN_ASCII.test(text)) return text;
  // A call of `replace` for each digit would leave an array as long as a hostile text.
  let ascii = "";
  for (const character of text) ascii += character <= "~" ? character : toAsciiDigit(character);
  return ascii;
}

/** Unicode has decimal digits in runs of ten, from zero to nine. */
function toAsciiDigit(character: string): string {
  const before = known.get(character);
  if (before !== undefined) return before;
  if (!DIGIT.test(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  let runStart = code;
  while (DIGIT.test(String.fromCodePoint(runStart - 1))) runStart -= 1;
  const ascii = String((code - runStart) % 10);
  known.set(character, ascii);
  return ascii;
}

/** Marks of other scripts, full width and typesetters as they are in ASCII: what is left tells an amount. */
const MARKS: Readonly<Record<string, string>> = {
  "٫": ".",
  "٬": ",",
  "،": ",",
  "、": ",",
  "’": "'",
  "‘": "'",
  ʼ: "'",
  "´": "'",
  "`": "'",
  "′": "'",
  "–": "-",
  "—": "-",
  "−": "-",
  "‐": "-",
  "‑": "-",
};

/** A figure with the digits, marks and blanks of ASCII, without what steers the direction of writing. */
export const toAsciiFigure = (text: string): string =>
  toAsciiDigits(text)
    .replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[٫٬،、’‘ʼ´`′–—−‐‑]/g, (mark) => MARKS[mark] ?? mark)
    .replace(/\p{Cf}/gu, "")
    .replace(/\s+/g, " ")
    .trim();
