import type { NonAttribute } from "sequelize";
import { id, leaseColumns, string, stringOrNull, table, timestamp } from "#app/database/columns.server.ts";
import type { NewsItem } from "./news-item.server.ts";

/**
 * A published news item whose announcement is sent to accounts in the order of their ids. `newsItemId` is
 * unique.
 */
export class NewsAnnouncement extends table("newsAnnouncements", {
  id: id(),
  newsItemId: string(),
  ...leaseColumns<"queued" | "done">(),
  /** The last processed account; null before the first. */
  lastUserId: stringOrNull(),
  createdAt: timestamp(),
}) {
  declare newsItem?: NonAttribute<NewsItem>;
}
