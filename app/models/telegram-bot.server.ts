import {
  id,
  integerOrNull,
  leaseColumns,
  string,
  stringOrNull,
  table,
  timestamp,
  timestampOrNull,
} from "#app/database/columns.server.ts";
import type { BotHealth } from "#app/lib/telegram.ts";

/** A workspace's bot of Telegram. A bot belongs to one workspace of the installation. */
export class TelegramBot extends table("telegramBots", {
  id: id(),
  workspaceId: string(),
  /** The bot's own id at Telegram. */
  telegramId: string(),
  username: string(),
  /** Encrypted, bound to the row. */
  token: string(),
  /** Whether Telegram calls us, or we ask it because it cannot reach us. */
  receives: string<"webhook" | "polling">(),
  /** Of the secret token that Telegram's calls carry; null for polling. */
  secretHash: stringOrNull(),
  /** The first update that polling asks for. */
  nextUpdateId: integerOrNull(),
  /** `off` where Telegram takes the token no more. The lease is that of polling and of the daily check. */
  ...leaseColumns<"on" | "off">(),
  health: string<BotHealth>(),
  /** A sentence for its owner. */
  problem: stringOrNull(),
  /** Nothing is sent before: Telegram said so. */
  restUntil: timestampOrNull(),
  lastUpdateAt: timestampOrNull(),
  createdAt: timestamp(),
}) {}
