import { id, integer, string, stringOrNull, table } from "#app/database/columns.server.ts";

/** An update of a bot, once. What it says is deleted as soon as it is worked on. */
export class TelegramUpdate extends table("telegramUpdates", {
  id: id(),
  workspaceId: string(),
  botId: string(),
  updateId: integer(),
  state: string<"new" | "done" | "failed">(),
  /** Whose updates are worked on one after the other; null for one of nobody, and once it is done. */
  person: stringOrNull(),
  /** JSON, as Telegram sent it. */
  body: stringOrNull(),
  attemptCount: integer(),
}) {}
