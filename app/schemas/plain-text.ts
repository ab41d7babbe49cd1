/** Control characters, line separators, and what turns the direction of the text around it: none is seen, and each can make a line look like another. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** What takes no ink: blanks, joiners, fillers. Between letters they belong to many scripts; alone they look like nothing. */
const BLANK = /[\s\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Whether a one-line text is seen by its reader: it holds nothing hidden, and not only blanks. */
export const isPlainText = (text: string): boolean =>
  !UNSEEN.test(text) && (text === "" || text.replace(BLANK, "") !== "");
