/** Joiners, marks of direction and variants: invisible, and part of how scripts and emoji are written. */
const JOINING = String.raw`\u061c\u180b-\u180d\u200c-\u200f\ufe00-\ufe0f\u{e0020}-\u{e007f}`;

/** Control characters, line separators and all else that is invisible: each can disguise a line. */
const UNSEEN = new RegExp(
  String.raw`[\p{Cc}\p{Zl}\p{Zp}]|(?![${JOINING}])\p{Default_Ignorable_Code_Point}`,
  "u",
);

/** Blanks, joiners and fillers: part of many scripts between letters, invisible alone. */
const BLANK = /[\s\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Whether a one-line text is visible: no hidden characters and not only blanks. */
export const isPlainText = (text: string): boolean =>
  !UNSEEN.test(text) && (text === "" || text.replace(BLANK, "") !== "");

/** The same for a text of several lines, which may be empty. */
export const isPlainTexts = (text: string): boolean =>
  text.split(/\r\n|[\r\n]/).every((line) => !UNSEEN.test(line.replaceAll("\t", " ")));

/** The character NUL, at which SQLite's driver ends a statement, and half a character, which has no UTF-8. */
const isStorable = (text: string) => !text.includes("\0") && text.isWellFormed();

/** The path of the first text or name, at any depth, that no database stores as it is. */
export function findUnstorableText(root: unknown): string | undefined {
  const open: { value: unknown; path: string }[] = [{ value: root, path: "" }];
  // A loop: what was sent may be nested more deeply than functions can be.
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path } = next;
    if (typeof value === "string" && !isStorable(value)) return path;
    if (typeof value !== "object" || value === null) continue;
    for (const [name, inner] of Object.entries(value)) {
      if (!isStorable(name)) return path;
      if (typeof inner === "string" || typeof inner === "object")
        open.push({ value: inner, path: path ? `${path}.${name}` : name });
    }
  }
  return undefined;
}
