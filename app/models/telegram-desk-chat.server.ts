import {
  boolean,
  id,
  leaseColumns,
  lockVersion,
  string,
  stringOrNull,
  table,
  timestamp,
  timestampOrNull,
} from "#app/database/columns.server.ts";

/** A chat in which the workspace's bot tells a member of claims: the member's own, or a group they have chosen. */
export class TelegramDeskChat extends table("telegramDeskChats", {
  id: id(),
  workspaceId: string(),
  userId: string(),
  botId: string(),
  chatId: string(),
  /** A group sees the same without buttons. */
  isGroup: boolean(),
  /** The group's, as it was when it was linked. */
  title: stringOrNull(),
  ...leaseColumns<"idle" | "queued">(),
  /** When it was told something last. */
  toldAt: timestampOrNull(),
  version: lockVersion(),
  createdAt: timestamp(),
}) {}
