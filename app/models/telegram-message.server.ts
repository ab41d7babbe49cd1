import { id, leaseColumns, string, stringOrNull, table, timestamp } from "#app/database/columns.server.ts";

/** A call that a bot makes to Telegram. Once sent, it stays for a minute without its body, for the chat's pace. */
export class TelegramMessage extends table("telegramMessages", {
  id: id(),
  workspaceId: string(),
  botId: string(),
  chatId: string(),
  /** Of the Bot API. */
  method: string(),
  /** JSON. */
  body: stringOrNull(),
  /** The place that it has in its chat's pace. */
  slotAt: timestamp(),
  /** `paced` has its place among the calls of its bot, and is sent then. */
  ...leaseColumns<"queued" | "paced" | "sent">(),
}) {}
