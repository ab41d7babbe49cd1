import { has } from "#app/database/dialect.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import { TelegramClaim, TelegramEntry, TelegramMessage, TelegramUpdate } from "#app/models/index.server.ts";
import { considerDoors } from "#app/services/telegram/doors/consider-doors.server.ts";
import { openDoor, removeFromDoor } from "#app/services/telegram/doors/open-door.server.ts";
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
  // Those that have their place keep nobody waiting who may speak at once.
  ...(["queued", "paced"] as const).map((state) =>
    leaseJob({
      name: state === "queued" ? "Telegram messages" : "paced Telegram messages",
      model: TelegramMessage,
      where: { state },
      limit: 24,
      parallel: 8,
      work: sendMessage,
    }),
  ),
  leaseJob({
    name: "Telegram doors",
    model: TelegramClaim,
    where: { state: "queued" },
    limit: 20,
    parallel: 3,
    work: considerDoors,
  }),
  leaseJob({
    name: "people at Telegram doors",
    model: TelegramEntry,
    where: { state: "due" },
    limit: 20,
    parallel: 4,
    work: openDoor,
  }),
  leaseJob({
    name: "people to remove from Telegram",
    model: TelegramEntry,
    where: { state: "remove" },
    limit: 20,
    parallel: 4,
    work: removeFromDoor,
  }),
];
