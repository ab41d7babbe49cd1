import { parseFeed as parseAnyFeed } from "feedsmith";
import { DAY } from "#app/lib/dates.ts";
import { decodeFeed } from "./decode-feed.ts";
import { plainText } from "./plain-text.ts";

export type FeedItem = {
  title: string;
  summary: string | null;
  url: string | null;
  publishedAt: Date | null;
};
export type ParsedFeed = { title: string | null; items: FeedItem[] };

const ITEMS_MAX = 50;
const TITLE_MAX = 300;
const SUMMARY_MAX = 400;
const SOURCE_MAX = 100;
const URL_MAX = 2048;

type Body = { body: Buffer; contentType: string | null; url: string };

/**
 * Reads a feed in RSS, Atom or RDF as plain text.
 * @throws {Error} a sentence that says why the text is not a feed
 */
export function parseFeed({ body, contentType, url }: Body, now: Date): ParsedFeed {
  const xml = decodeFeed(body, contentType);
  // Feeds need no definitions, and entity expansion can exhaust memory.
  if (bringsDefinitions(xml)) throw new Error("It brings definitions of its own.");
  const { title, entries } = readFeed(xml);
  const items = entries.flatMap((entry) => {
    const text = plainText(entry.title ?? "", TITLE_MAX) || plainText(entry.summary ?? "", TITLE_MAX);
    const link = readLink(entry.link, url);
    if (!text) return [];
    const summary = plainText(entry.summary ?? "", SUMMARY_MAX);
    return [
      {
        title: text,
        summary: summary === "" || summary === text ? null : summary,
        url: link,
        publishedAt: readDate(entry.date, now),
      },
    ];
  });
  if (items.length === 0 && entries.length > 0) throw new Error("Its items have no titles.");
  return { title: plainText(title ?? "", SOURCE_MAX) || null, items };
}

/** A document type has its definitions in brackets. */
const bringsDefinitions = (xml: string): boolean =>
  /<!ENTITY/i.test(xml) ||
  xml
    .split(/<!DOCTYPE/i)
    .slice(1)
    .some((type) => type.split(">", 1)[0]?.includes("["));

type Text = string | undefined;
type Entry = { title: Text; summary: Text; link: Text; date: Text };

function readFeed(xml: string): { title: Text; entries: Entry[] } {
  const parsed = parse(xml);
  if (parsed.format === "rss") {
    const { title, items = [] } = parsed.feed;
    const entries = items.map((item) => ({
      title: item.title,
      summary: item.description ?? item.content?.encoded,
      link: item.link ?? (item.guid?.isPermaLink === false ? undefined : item.guid?.value),
      date: item.pubDate ?? item.dc?.dates?.[0],
    }));
    return { title, entries };
  }
  if (parsed.format === "rdf") {
    const { title, items = [] } = parsed.feed;
    const entries = items.map((item) => ({
      title: item.title,
      summary: item.description,
      link: item.link,
      date: item.dc?.dates?.[0],
    }));
    return { title, entries };
  }
  if (parsed.format !== "atom") throw new Error("It is neither RSS nor Atom nor RDF.");
  const { title, entries: found = [] } = parsed.feed;
  const entries = found.map((entry) => ({
    title: entry.title?.value,
    summary: entry.summary?.value ?? entry.content?.value,
    link: (entry.links?.find(({ rel }) => rel === undefined || rel === "alternate") ?? entry.links?.[0])
      ?.href,
    date: entry.published ?? entry.updated,
  }));
  return { title: title?.value, entries };
}

function parse(xml: string) {
  try {
    return parseAnyFeed(xml, { maxItems: ITEMS_MAX });
  } catch (cause) {
    throw new Error("It is neither RSS nor Atom nor RDF.", { cause });
  }
}

function readLink(link: Text, base: string): string | null {
  if (!link || !URL.canParse(link.trim(), base)) return null;
  const { protocol, href } = new URL(link.trim(), base);
  return /^https?:$/.test(protocol) && href.length <= URL_MAX ? href : null;
}

/** How far the clock and the time zone of a feed may be ahead of ours. */
const AHEAD_MAX_MS = DAY;

/** Null for a date that is missing, unreadable or impossible: any other would sort the item by chance. */
function readDate(date: Text, now: Date): Date | null {
  const at = new Date(date ?? Number.NaN).getTime();
  if (Number.isNaN(at) || at < 0 || at > now.getTime() + AHEAD_MAX_MS) return null;
  return new Date(Math.min(at, now.getTime()));
}
