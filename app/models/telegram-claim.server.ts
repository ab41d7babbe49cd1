import {
  primaryKey,
  string,
  stringOrNull,
  table,
  timestamp,
  timestampOrNull,
} from "#app/database/columns.server.ts";
import type { Language } from "#app/lib/languages.ts";

/** The Telegram account that a claim was made with, or that its private link was continued with. */
export class TelegramClaim extends table("telegramClaims", {
  submissionId: primaryKey(string()),
  workspaceId: string(),
  botId: string(),
  telegramUserId: string(),
  startId: stringOrNull(),
  language: string<Language>(),
  /** The pressed link; null for who found the bot without one. */
  link: stringOrNull(),
  startedAt: timestampOrNull(),
  joinedAt: timestampOrNull(),
  /** When the bot could not write to the account any more. */
  blockedAt: timestampOrNull(),
  createdAt: timestamp(),
}) {}
