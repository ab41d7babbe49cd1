import {
  boolean,
  id,
  integer,
  string,
  stringOrNull,
  table,
  timestamp,
  timestampOrNull,
  withDefault,
} from "#app/database/columns.server.ts";
import type { NotificationName, NotificationType } from "#app/lib/notifications.ts";

/** What one member is told. Unique is (userId, groupKey). `payload` is JSON without personal data. */
export class Notification extends table("notifications", {
  id: id(),
  userId: string(),
  /** Null if it is about the account. */
  workspaceId: stringOrNull(),
  kind: string<NotificationName>(),
  type: string<NotificationType>(),
  groupKey: string(),
  payload: string(),
  /** How many events it stands for. */
  count: integer(),
  /** False if only an email follows. */
  isInApp: boolean(),
  readAt: timestampOrNull(),
  /** When its email may leave, together with others of its kind; null if none waits. */
  emailDueAt: timestampOrNull(),
  emailedAt: timestampOrNull(),
  emailedCount: withDefault(integer(), 0),
  createdAt: timestamp(),
  /** When the last event was added: what the list is in the order of. */
  updatedAt: timestamp(),
}) {}
