import { config } from "#app/env.server.ts";
import { newToken, sha256 } from "#app/lib/random.server.ts";
import type { TelegramBot } from "#app/models/index.server.ts";
import { type BotFault, callBot } from "../bot-api.server.ts";
import { UPDATE_TYPES } from "../updates/read-update.ts";
import { telegramVariables } from "../variables.server.ts";
import { updatesUrl } from "./find-bot.server.ts";

const COMMANDS = [
  { command: "status", description: "How your claim stands" },
  { command: "withdraw", description: "Withdraw your claim" },
  { command: "delete", description: "Delete your data" },
  { command: "cancel", description: "Stop and forget what you entered" },
];

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

function isLoopback(url: string): boolean {
  return LOOPBACK.test(new URL(url).hostname);
}

/** Whether the public address may be one that Telegram calls. A sandbox beside us calls any of this machine. */
function canBeCalled({ publicUrl } = config, { apiUrl } = telegramVariables): boolean {
  if (isLoopback(publicUrl)) return isLoopback(apiUrl);
  return publicUrl.startsWith("https:");
}

/** What a bot's row keeps of how its updates come. */
export type BotSetUp = Pick<TelegramBot, "receives" | "secretHash" | "nextUpdateId">;

/** Whether Telegram was told how a bot gets its updates. */
export const isSetUp = ({ receives, secretHash, nextUpdateId }: BotSetUp): boolean =>
  receives === "webhook" ? secretHash !== null : nextUpdateId !== null;

export const NOT_SET_UP: BotSetUp = { receives: "polling", secretHash: null, nextUpdateId: null };

/**
 * Tells Telegram the bot's commands, and to call us; where it cannot, its updates are asked for. What waits at
 * Telegram stays there.
 */
export async function setUpBot(
  bot: Pick<TelegramBot, "id">,
  token: string,
): Promise<{ isDone: true; result: BotSetUp } | BotFault> {
  const named = await callBot<true>(token, "setMyCommands", { commands: COMMANDS });
  if (!named.isDone) return named;
  if (canBeCalled()) {
    const secret = newToken();
    const set = await callBot<true>(token, "setWebhook", {
      url: updatesUrl(bot),
      secret_token: secret,
      allowed_updates: UPDATE_TYPES,
    });
    const result = { receives: "webhook", secretHash: sha256(secret), nextUpdateId: null } as const;
    if (set.isDone) return { isDone: true, result };
    // An address that Telegram cannot use, such as one with another port.
    if (set.fault !== "wrong") return set;
  }
  const deleted = await callBot<true>(token, "deleteWebhook");
  if (!deleted.isDone) return deleted;
  return { isDone: true, result: { receives: "polling", secretHash: null, nextUpdateId: 0 } };
}
