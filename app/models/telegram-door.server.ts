import { id, string, stringOrNull, table, timestamp, timestampOrNull } from "#app/database/columns.server.ts";
import type { DoorNeeds } from "#app/lib/telegram.ts";

/** A private channel or group that a bot lets people into. Unique is (botId, chatId). */
export class TelegramDoor extends table("telegramDoors", {
  id: id(),
  workspaceId: string(),
  botId: string(),
  chatId: string(),
  title: string(),
  needs: string<DoorNeeds>(),
  /** The broker at which a claim has to be verified; null for any. */
  platformId: stringOrNull(),
  /** JSON: what the bot says when it opens, by language. */
  texts: string(),
  /** By it people ask to join. */
  inviteLink: string(),
  /** Why the bot lets nobody in; null while it may. */
  problem: stringOrNull(),
  checkedAt: timestamp(),
  /** When an owner said that the broker and the law allow it. Before, no door opens for a verified claim. */
  confirmedAt: timestampOrNull(),
  confirmedByUserId: stringOrNull(),
  confirmedByName: stringOrNull(),
  archivedAt: timestampOrNull(),
  createdAt: timestamp(),
}) {}
