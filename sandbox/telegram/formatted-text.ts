import type { MessageEntity } from "@grammyjs/types";
import { badRequest } from "./refusal.ts";

const TEXT_MAX = 4096;

/** Telegram's tags, and what each becomes. */
const TAGS: Readonly<Record<string, MessageEntity["type"]>> = {
  b: "bold",
  strong: "bold",
  i: "italic",
  em: "italic",
  u: "underline",
  ins: "underline",
  s: "strikethrough",
  strike: "strikethrough",
  del: "strikethrough",
  "tg-spoiler": "spoiler",
  span: "spoiler",
  a: "text_link",
  code: "code",
  pre: "pre",
  blockquote: "blockquote",
};

type FormattedText = { text: string; entities: MessageEntity[] };

/** The text that a message has after its parse mode is applied; between 1 and 4,096 characters. */
export function readFormattedText(given: string, parseMode: string): FormattedText {
  const formatted = readMode(given, parseMode);
  if (formatted.text.trim() === "") throw badRequest("message text is empty");
  if ([...formatted.text].length > TEXT_MAX) throw badRequest("message is too long");
  return formatted;
}

function readMode(given: string, parseMode: string): FormattedText {
  if (parseMode === "") return { text: given.trimEnd(), entities: [] };
  if (parseMode.toLowerCase() === "html") return readHtml(given.trimEnd());
  // Both Markdowns of Telegram have rules of their own that nothing here needs.
  throw badRequest("unsupported parse_mode");
}

function readHtml(given: string): FormattedText {
  const open: { tag: string; start: number; url: string }[] = [];
  const entities: MessageEntity[] = [];
  let text = "";
  for (const { 0: part, index } of given.matchAll(/<[^>]*>?|[^<]+/g)) {
    if (!part.startsWith("<")) {
      text += decodeHtml(part);
      continue;
    }
    const at = Buffer.byteLength(given.slice(0, index));
    const [, slash = "", tag = "", attributes = ""] = /^<(\/?)([a-z\d-]*)([^>]*)>$/i.exec(part) ?? [];
    const name = tag.toLowerCase();
    if (slash === "") {
      if (!(name in TAGS)) throw unreadable(`Unsupported start tag "${name}" at byte offset ${at}`);
      if (name === "span" && !attributes.includes("tg-spoiler"))
        throw unreadable(`Tag "span" must have class "tg-spoiler" at byte offset ${at}`);
      const [, quoted = ""] = /href\s*=\s*["']?([^"'\s>]*)/.exec(attributes) ?? [];
      open.push({ tag: name, start: text.length, url: decodeHtml(quoted) });
      continue;
    }
    const last = open.pop();
    if (!last) throw unreadable(`Unexpected end tag at byte offset ${at}`);
    if (name !== "" && name !== last.tag)
      throw unreadable(
        `Unmatched end tag at byte offset ${at}, expected "</${last.tag}>", found "</${name}>"`,
      );
    if (text.length > last.start) entities.push(toEntity(last, text.length - last.start));
  }
  const last = open.at(-1);
  if (last) throw unreadable(`Can't find end tag corresponding to start tag "${last.tag}"`);
  return { text, entities: entities.sort((a, b) => a.offset - b.offset) };
}

const unreadable = (why: string) => badRequest(`can't parse entities: ${why}`);

function toEntity({ tag, start, url }: { tag: string; start: number; url: string }, length: number) {
  const type = TAGS[tag];
  return { type, offset: start, length, ...(type === "text_link" && { url }) } as MessageEntity;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"' };

const decodeHtml = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(lt|gt|amp|quot));/gi, (whole, decimal, hex, name) => {
    if (name) return ENTITIES[String(name).toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

/** What Telegram marks in what a person writes: commands are all that a bot needs. */
export function findCommands(text: string): MessageEntity[] {
  return [...text.matchAll(/(?<![\w/])\/\w{1,64}(?:@\w{3,32})?/g)].map((match) => ({
    type: "bot_command",
    offset: match.index,
    length: match[0].length,
  }));
}
