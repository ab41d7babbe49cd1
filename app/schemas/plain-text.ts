/** Control characters, line separators, and what turns the direction of the text around it: none is seen, and each can make a line look like another. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** Whether a one-line text holds nothing that its reader cannot see. */
export const isPlainText = (text: string): boolean => !UNSEEN.test(text);
