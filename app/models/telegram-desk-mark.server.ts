import { primaryKey, string, table } from "#app/database/columns.server.ts";

/**
 * A notification that a member's chat is yet to be told of. What changes the notification gives the mark another
 * token, so that a message that is made at that moment does not delete it.
 */
export class TelegramDeskMark extends table("telegramDeskMarks", {
  deskChatId: primaryKey(string()),
  notificationId: primaryKey(string()),
  token: string(),
}) {}
