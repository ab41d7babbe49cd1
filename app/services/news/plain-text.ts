import { Parser } from "htmlparser2";

const HIDDEN = new Set(["script", "style", "template", "noscript", "iframe", "object", "svg"]);
/** Control characters and direction marks, which could disguise a line. */
const UNSEEN = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** HTML as one line of plain text, cut between words at `max` characters. */
export function plainText(html: string, max: number): string {
  let text = "";
  let hidden = 0;
  const parser = new Parser({
    onopentagname(name) {
      if (HIDDEN.has(name)) hidden++;
      text += isInline(name) ? "" : " ";
    },
    onclosetag(name) {
      if (HIDDEN.has(name)) hidden--;
      text += isInline(name) ? "" : " ";
    },
    ontext(part) {
      if (hidden === 0) text += part;
    },
  });
  parser.end(html);
  return cut(text.toWellFormed().replace(UNSEEN, " ").replace(/\s+/g, " ").trim(), max);
}

const INLINE = new Set([
  "a",
  "abbr",
  "b",
  "cite",
  "code",
  "em",
  "i",
  "mark",
  "small",
  "span",
  "strong",
  "sub",
  "sup",
]);
const isInline = (name: string) => INLINE.has(name);

function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = text.slice(0, max - 1);
  const end = head.lastIndexOf(" ");
  return `${(end > max / 2 ? head.slice(0, end) : head).toWellFormed()}…`;
}
