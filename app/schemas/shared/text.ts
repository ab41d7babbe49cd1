/** Control characters, line separators and direction marks: invisible, and each can disguise a line. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** Blanks, joiners and fillers: part of many scripts between letters, invisible alone. */
const BLANK = /[\s\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Whether a one-line text is visible: no hidden characters and not only blanks. */
export const isPlainText = (text: string): boolean =>
  !UNSEEN.test(text) && (text === "" || text.replace(BLANK, "") !== "");
