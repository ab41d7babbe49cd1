import { type CreationOptional, type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import { id, string, stringOrNull, timestamp } from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";

/** A piece of news, as plain text: of a feed, or an administrator's own. Unique is `itemKey`. */
export class NewsItem extends Model<InferAttributes<NewsItem>, InferCreationAttributes<NewsItem>> {
  declare id: CreationOptional<string>;
  /** Null for an administrator's own. */
  declare feedId: string | null;
  /** The hash of what makes it the same item again. */
  declare itemKey: string;
  declare title: string;
  declare summary: string | null;
  declare url: string | null;
  declare source: string;
  declare category: string;
  declare publishedAt: Date;
  declare createdByUserId: CreationOptional<string | null>;
  declare createdAt: Date;
}

NewsItem.init(
  {
    id: id(),
    feedId: stringOrNull(),
    itemKey: string(),
    title: string(),
    summary: stringOrNull(),
    url: stringOrNull(),
    source: string(),
    category: string(),
    publishedAt: timestamp(),
    createdByUserId: stringOrNull(),
    createdAt: timestamp(),
  },
  { sequelize, tableName: "newsItems" },
);
