import { id, string, stringOrNull, table, timestamp } from "#app/database/columns.server.ts";

/** A piece of news, as plain text: of a feed, or an administrator's own. Unique is `itemKey`. */
export class NewsItem extends table("newsItems", {
  id: id(),
  /** Null for an administrator's own. */
  feedId: stringOrNull(),
  /** The hash of what makes it the same item again. */
  itemKey: string(),
  title: string(),
  summary: stringOrNull(),
  url: stringOrNull(),
  source: string(),
  category: string(),
  publishedAt: timestamp(),
  createdByUserId: stringOrNull(),
  createdAt: timestamp(),
}) {}
