import { TelegramBot } from "#app/models/index.server.ts";
import { workOnBot } from "#app/services/telegram/polling/work-on-bot.server.ts";
import { longLeaseJob } from "./lease-job.server.ts";

/**
 * Asks for the updates of bots that Telegram cannot call us for, and looks after the others. A question without
 * updates takes half a minute, so each process has many places; a bot that hangs keeps its own.
 */
export const telegramBots = longLeaseJob({
  name: "Telegram bots",
  model: TelegramBot,
  places: 50,
  where: { state: "on" },
  work: workOnBot,
});
