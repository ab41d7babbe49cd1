import type { TelegramBot } from "#app/models/telegram-bot.server.ts";
import type { TelegramBotResponse } from "#app/schemas/telegram.ts";

/** A bot without its token. */
export const presentTelegramBot = (
  bot: TelegramBot,
  { url, chats }: { url: string; chats: TelegramBotResponse["chats"] },
): TelegramBotResponse => ({
  username: bot.username,
  state: bot.health,
  problem: bot.problem,
  webhook: {
    receives: bot.receives,
    url: bot.receives === "webhook" ? url : null,
    lastUpdateAt: bot.lastUpdateAt?.toISOString() ?? null,
  },
  chats,
});
