/** A text without the signs that end it. A pattern would look for them from each of them. */
export function withoutEnd(text: string, sign: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === sign) end -= 1;
  return text.slice(0, end);
}
