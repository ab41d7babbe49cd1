import {
  boolean,
  id,
  string,
  stringOrNull,
  table,
  timestamp,
  withDefault,
} from "#app/database/columns.server.ts";

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
  /** When it was found, if it is undated. */
  publishedAt: timestamp(),
  isUndated: withDefault(boolean(), false),
  createdByUserId: stringOrNull(),
  createdAt: timestamp(),
}) {}
