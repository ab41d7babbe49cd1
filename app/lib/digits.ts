/** What each digit that was met is in ASCII. Unicode has some hundred. */
const known = new Map<string, string>();

/** Digits of every script as ASCII. Unicode has decimal digits in runs of ten, from zero to nine. */
export function toAsciiDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const before = known.get(digit);
    if (before !== undefined) return before;
    const code = digit.codePointAt(0) ?? 0;
    let runStart = code;
    while (/\p{Nd}/u.test(String.fromCodePoint(runStart - 1))) runStart -= 1;
    const ascii = String((code - runStart) % 10);
    known.set(digit, ascii);
    return ascii;
  });
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
