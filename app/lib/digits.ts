/** Digits of every script as ASCII. Unicode has decimal digits in runs of ten, from zero to nine. */
export function toAsciiDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let runStart = code;
    while (/\p{Nd}/u.test(String.fromCodePoint(runStart - 1))) runStart -= 1;
    return String((code - runStart) % 10);
  });
}
