import { newId } from "#app/lib/ids.ts";
import { TelegramBot } from "#app/models/index.server.ts";
import { sealToken } from "#app/services/telegram/bots/find-bot.server.ts";
import type { Owner } from "../factories/index.ts";

let bots = 700_000_000;

/** A token of @BotFather, of a bot of its own. */
export function newBotToken(): string {
  bots += 1;
  return `${bots}:AAF${"x".repeat(32)}`;
}

/** A connected bot that Telegram was never told of. */
export function createBot(
  { workspace }: Owner,
  { token = newBotToken(), ...values }: Partial<TelegramBot> = {},
): Promise<TelegramBot> {
  const id = newId();
  const telegramId = token.split(":")[0] ?? "";
  return TelegramBot.create({
    id,
    workspaceId: workspace.id,
    telegramId,
    username: `test_${telegramId}_bot`,
    token: sealToken(token, id),
    receives: "polling",
    nextUpdateId: null,
    secretHash: null,
    state: "on",
    dueAt: null,
    attemptCount: 0,
    health: "ok",
    createdAt: new Date(),
    ...values,
  });
}
