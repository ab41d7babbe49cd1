import {
  boolean,
  id,
  integerOrNull,
  string,
  stringOrNull,
  table,
  timestamp,
  timestampOrNull,
} from "#app/database/columns.server.ts";
import type { Language } from "#app/lib/languages.ts";
import type { ConversationStep } from "#app/lib/telegram.ts";

/** What somebody answers a bot, until it is a claim or a day is over. */
export class TelegramConversation extends table("telegramConversations", {
  id: id(),
  workspaceId: string(),
  botId: string(),
  telegramUserId: string(),
  formId: string(),
  startId: stringOrNull(),
  /** Whether the account was the first that used the start's token. */
  isOwnStart: boolean(),
  /** Joins clicks on broker links to the claim. */
  visitId: string(),
  language: string<Language>(),
  step: string<ConversationStep>(),
  /** JSON: what was answered, by the field of the form. */
  answers: string(),
  consentVersion: integerOrNull(),
  consentAt: timestampOrNull(),
  startedAt: timestamp(),
  expiresAt: timestamp(),
}) {}
