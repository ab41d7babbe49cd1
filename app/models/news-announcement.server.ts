import {
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type NonAttribute,
} from "sequelize";
import { id, leaseColumns, string, stringOrNull, timestamp } from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";
import type { NewsItem } from "./news-item.server.ts";

/**
 * A published news item whose announcement is sent to accounts in the order of their ids. `newsItemId` is
 * unique.
 */
export class NewsAnnouncement extends Model<
  InferAttributes<NewsAnnouncement>,
  InferCreationAttributes<NewsAnnouncement>
> {
  declare id: CreationOptional<string>;
  declare newsItemId: string;
  declare state: "queued" | "done";
  declare dueAt: Date | null;
  declare leaseToken: CreationOptional<string | null>;
  declare attemptCount: number;
  /** The last processed account; null before the first. */
  declare lastUserId: CreationOptional<string | null>;
  declare createdAt: Date;
  declare newsItem?: NonAttribute<NewsItem>;
}

NewsAnnouncement.init(
  {
    id: id(),
    newsItemId: string(),
    ...leaseColumns(),
    lastUserId: stringOrNull(),
    createdAt: timestamp(),
  },
  { sequelize, tableName: "newsAnnouncements" },
);
