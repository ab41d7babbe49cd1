import { primaryKey, string, table } from "#app/database/columns.server.ts";

/** A new claim that a member's chat is yet to be told of. */
export class TelegramDeskClaim extends table("telegramDeskClaims", {
  deskChatId: primaryKey(string()),
  submissionId: primaryKey(string()),
}) {}
