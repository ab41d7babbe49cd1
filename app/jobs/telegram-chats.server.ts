import { has } from "#app/database/dialect.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import { TelegramMessage, TelegramUpdate } from "#app/models/index.server.ts";
import { sendMessage } from "#app/services/telegram/messages/send-message.server.ts";
import { workOnUpdates } from "#app/services/telegram/updates/work-on-updates.server.ts";
import type { Job } from "./job.server.ts";
import { leaseJob } from "./lease-job.server.ts";

/** What people do in the chats of bots, and what the bots say to it. */
export const telegramChats: Job[] = [
  {
    name: "Telegram updates",
    model: TelegramUpdate,
    queryMaxMs: 20 * SECOND,
    isDue: () => has(TelegramUpdate.tableName, "state = 'new'"),
    run: workOnUpdates,
  },
  leaseJob({
    name: "Telegram messages",
    model: TelegramMessage,
    where: { state: "queued" },
    limit: 24,
    parallel: 8,
    work: sendMessage,
  }),
];
