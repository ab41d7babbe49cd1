import { Op } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { readValues, rowsOf } from "#app/database/values.server.ts";
import { config } from "#app/env.server.ts";
import { NewsFeed, NewsItem } from "#app/models/index.server.ts";
import type { NewsQuery } from "#app/schemas/news.ts";
import { toFeedId } from "./item-key.ts";
import { productNews } from "./product-news.ts";
import { NEWEST_FIRST } from "./save-items.server.ts";

export type News = {
  items: Pick<
    NewsItem,
    "id" | "title" | "summary" | "url" | "source" | "category" | "publishedAt" | "isUndated"
  >[];
  /** When a feed last responded; null without feeds. */
  lastUpdated: Date | null;
  /** What the filters can choose. */
  sources: string[];
  categories: string[];
  /** Feeds whose items may be out of date, because they failed the last time. */
  stale: { source: string; since: Date | null }[];
};

const READ_MAX = 500;
const SHOWN_MAX = 100;

/** The news, newest first: from feeds and administrators, and without feeds the product's own. */
export async function listNews({ source, category }: Partial<NewsQuery> = {}): Promise<News> {
  const feedIds = config.newsFeeds.map(({ url }) => toFeedId(url));
  const [{ items: rows }, feeds] = await Promise.all([
    retryRead(() =>
      readValues({
        items: rowsOf(NewsItem, {
          where: { [Op.or]: [{ feedId: null }, { feedId: feedIds }] },
          attributes: ["id", "title", "summary", "url", "source", "category", "publishedAt", "isUndated"],
          order: NEWEST_FIRST,
          limit: READ_MAX,
        }),
      }),
    ),
    feedIds.length === 0 ? [] : retryRead(() => NewsFeed.findAll({ where: { id: feedIds } })),
  ]);
  const own = feedIds.length === 0 ? productNews(config.brandName) : [];
  const items = withoutRepeats(
    [...rows, ...own].sort(
      (a, b) => Number(a.isUndated) - Number(b.isUndated) || Number(b.publishedAt) - Number(a.publishedAt),
    ),
  );
  const fetched = feeds.flatMap(({ fetchedAt }) => (fetchedAt ? [fetchedAt.getTime()] : []));
  return {
    items: items
      .filter((item) => source === undefined || item.source === source)
      .filter((item) => category === undefined || item.category === category)
      .slice(0, SHOWN_MAX),
    lastUpdated: fetched.length > 0 ? new Date(Math.max(...fetched)) : null,
    sources: sortNames(items.map((item) => item.source)),
    categories: sortNames(items.map((item) => item.category)),
    stale: staleSources(feeds),
  };
}

/** One for feeds of the same name. */
function staleSources(feeds: NewsFeed[]): News["stale"] {
  const stale = new Map<string, Date | null>();
  for (const { title, url, fetchedAt, lastError } of feeds)
    if (lastError !== null) stale.set(title ?? new URL(url).hostname, fetchedAt);
  return [...stale].map(([source, since]) => ({ source, since }));
}

const sortNames = (names: string[]) => [...new Set(names)].sort((a, b) => a.localeCompare(b, "en"));

/** The same title from several sources is one story: the newest stays. */
function withoutRepeats<Item extends { title: string }>(items: Item[]): Item[] {
  const seen = new Set<string>();
  return items.filter(({ title }) => {
    const key = title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
