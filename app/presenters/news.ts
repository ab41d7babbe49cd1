import type { NewsItem } from "#app/models/news-item.server.ts";
import type { NewsItemResponse, NewsResponse } from "#app/schemas/news.ts";

type Item = Pick<
  NewsItem,
  "id" | "title" | "summary" | "url" | "source" | "category" | "publishedAt" | "isUndated"
>;

export const presentNewsItem = (item: Item): NewsItemResponse => ({
  id: item.id,
  title: item.title,
  summary: item.summary,
  url: item.url,
  source: item.source,
  category: item.category,
  publishedAt: item.isUndated ? null : item.publishedAt.toISOString(),
});

export const presentNews = ({
  items,
  lastUpdated,
}: {
  items: Item[];
  lastUpdated: Date | null;
}): NewsResponse => ({
  news: items.map(presentNewsItem),
  lastUpdated: lastUpdated?.toISOString() ?? null,
});
