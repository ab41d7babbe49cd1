import { type CreationOptional, type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import {
  boolean,
  id,
  integer,
  string,
  stringOrNull,
  timestamp,
  timestampOrNull,
} from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";
import type { NotificationName, NotificationType } from "#app/lib/domain.ts";

/** What one member is told. Unique is (userId, groupKey). `payload` is JSON without personal data. */
export class Notification extends Model<
  InferAttributes<Notification>,
  InferCreationAttributes<Notification>
> {
  declare id: CreationOptional<string>;
  declare userId: string;
  /** Null if it is about the account. */
  declare workspaceId: string | null;
  declare kind: NotificationName;
  declare type: NotificationType;
  declare groupKey: string;
  declare payload: string;
  /** How many events it stands for. */
  declare count: number;
  /** False if only an email follows. */
  declare isInApp: boolean;
  declare readAt: CreationOptional<Date | null>;
  /** When its email may leave, together with others of its kind; null if none waits. */
  declare emailDueAt: CreationOptional<Date | null>;
  declare emailedAt: CreationOptional<Date | null>;
  declare emailedCount: CreationOptional<number>;
  declare createdAt: Date;
  /** When the last event was added: what the list is in the order of. */
  declare updatedAt: Date;
}

Notification.init(
  {
    id: id(),
    userId: string(),
    workspaceId: stringOrNull(),
    kind: string(),
    type: string(),
    groupKey: string(),
    payload: string(),
    count: integer(),
    isInApp: boolean(),
    readAt: timestampOrNull(),
    emailDueAt: timestampOrNull(),
    emailedAt: timestampOrNull(),
    emailedCount: { ...integer(), defaultValue: 0 },
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  { sequelize, tableName: "notifications" },
);
