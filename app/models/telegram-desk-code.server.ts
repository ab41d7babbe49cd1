import { boolean, id, string, table, timestamp } from "#app/database/columns.server.ts";

/** A code that links a chat with a member, once. */
export class TelegramDeskCode extends table("telegramDeskCodes", {
  id: id(),
  workspaceId: string(),
  userId: string(),
  botId: string(),
  codeHash: string(),
  isGroup: boolean(),
  createdAt: timestamp(),
  expiresAt: timestamp(),
}) {}
