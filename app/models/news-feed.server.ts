import { type CreationOptional, type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import { string, stringOrNull, timestamp, timestampOrNull } from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";

/** A configured feed, and what its last response said. Its id is the hash of its address. */
export class NewsFeed extends Model<InferAttributes<NewsFeed>, InferCreationAttributes<NewsFeed>> {
  declare id: string;
  declare url: string;
  declare category: string;
  /** As the feed names itself. */
  declare title: CreationOptional<string | null>;
  declare etag: CreationOptional<string | null>;
  declare lastModified: CreationOptional<string | null>;
  /** When it is fetched next. A claim moves it forward, so that one process fetches. */
  declare dueAt: Date;
  /** When it last responded as a feed, or as unchanged. */
  declare fetchedAt: CreationOptional<Date | null>;
  declare lastError: CreationOptional<string | null>;
  declare createdAt: Date;
}

NewsFeed.init(
  {
    id: { ...string(), primaryKey: true },
    url: string(),
    category: string(),
    title: stringOrNull(),
    etag: stringOrNull(),
    lastModified: stringOrNull(),
    dueAt: timestamp(),
    fetchedAt: timestampOrNull(),
    lastError: stringOrNull(),
    createdAt: timestamp(),
  },
  { sequelize, tableName: "newsFeeds" },
);
