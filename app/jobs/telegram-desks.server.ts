import { TelegramDeskChat } from "#app/models/index.server.ts";
import { tellDeskChat } from "#app/services/telegram/desk/tell-desk-chat.server.ts";
import { leaseJob } from "./lease-job.server.ts";

/** Tells members in their chats what needs them. */
export const telegramDesks = leaseJob({
  name: "Telegram desks",
  model: TelegramDeskChat,
  where: { state: "queued" },
  limit: 20,
  parallel: 5,
  work: tellDeskChat,
});
