import {
  boolean,
  id,
  string,
  stringOrNull,
  table,
  timestamp,
  timestampOrNull,
} from "#app/database/columns.server.ts";
import type { Language } from "#app/lib/languages.ts";

/** A visit that goes on in Telegram: the token of a pressed link leads to it. */
export class TelegramStart extends table("telegramStarts", {
  id: id(),
  workspaceId: string(),
  formId: string(),
  /** The claim whose private link was pressed. */
  submissionId: stringOrNull(),
  tokenHash: string(),
  /** Of the token and the Telegram account that used it first. */
  ownerHash: stringOrNull(),
  /** JSON, a `ContinuedVisit`. */
  visit: string(),
  visitId: stringOrNull(),
  /** What the pressed link's address had in place of the form. */
  link: string(),
  language: stringOrNull<Language>(),
  hasClickId: boolean(),
  createdAt: timestamp(),
  startedAt: timestampOrNull(),
  expiresAt: timestamp(),
}) {}
