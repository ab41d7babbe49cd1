/** What NFKC takes apart, although people type it in a figure: `1´250`. */
const ACUTE = /´/g;
/** Not a superscript, which is the number of a note and no digit. */
const COMPATIBLE = /[^\p{No}]+/gu;

/** A line as a person typed or pasted it, in plain letters, digits and marks, and without what nobody sees. */
export function normalizeTyped(text: string): string {
  const plain = text
    .replace(ACUTE, "'")
    .replace(COMPATIBLE, (part) => part.normalize("NFKC"))
    .replace(/\p{Cf}/gu, "")
    .trim();
  // A Japanese keyboard's full stop. Before an `@` it may be part of a name.
  const host = plain.lastIndexOf("@") + 1;
  return plain.slice(0, host) + plain.slice(host).replaceAll("。", ".");
}
