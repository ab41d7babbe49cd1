import {
  primaryKey,
  string,
  stringOrNull,
  table,
  timestamp,
  timestampOrNull,
} from "#app/database/columns.server.ts";

/** A configured feed, and what its last response said. Its id is the hash of its address. */
export class NewsFeed extends table("newsFeeds", {
  id: primaryKey(string()),
  url: string(),
  category: string(),
  /** As the feed names itself. */
  title: stringOrNull(),
  etag: stringOrNull(),
  lastModified: stringOrNull(),
  /** When it is fetched next. A claim moves it forward, so that one process fetches. */
  dueAt: timestamp(),
  /** When it last responded as a feed, or as unchanged. */
  fetchedAt: timestampOrNull(),
  lastError: stringOrNull(),
  createdAt: timestamp(),
}) {}
