import {
  id,
  leaseColumns,
  string,
  stringOrNull,
  table,
  timestamp,
  timestampOrNull,
} from "#app/database/columns.server.ts";
import type { Language } from "#app/lib/languages.ts";

/** The Telegram account that a claim was made with, or that its private link was continued with. */
export class TelegramClaim extends table("telegramClaims", {
  id: id(),
  /** Unique. */
  submissionId: string(),
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
  /** Queued while its doors are to be looked at. */
  ...leaseColumns<"idle" | "queued">(),
  createdAt: timestamp(),
}) {}
