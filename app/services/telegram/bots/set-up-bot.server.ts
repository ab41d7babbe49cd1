import type { WebhookInfo } from "@grammyjs/types";
import pLimit from "p-limit";
import { config } from "#app/env.server.ts";
import { HOUR, SECOND } from "#app/lib/dates.ts";
import { FIRST_LANGUAGE, LANGUAGE_CODES, type Language, toPrimary } from "#app/lib/languages.ts";
import { newToken, sha256 } from "#app/lib/random.server.ts";
import { UPDATE_TYPES } from "#app/lib/telegram.ts";
import type { TelegramBot } from "#app/models/index.server.ts";
import { textsIn } from "#app/schemas/languages/index.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { type BotAnswer, type BotFault, callBot } from "../bot-api.server.ts";
import { telegramVariables } from "../variables.server.ts";
import { updatesUrl } from "./find-bot.server.ts";

/** The bot's menu, as Telegram shows it to people who have its app in a language. */
const commandsIn = (language: Language) =>
  Object.entries(textsIn(language).chat.menu).map(([command, description]) => ({ command, description }));

const OTHER_LANGUAGES = LANGUAGE_CODES.filter((code) => code !== FIRST_LANGUAGE);
const COMMANDS_AT_ONCE = 4;

/** One without a menu in its language has the English one. */
async function nameCommands(token: string): Promise<BotAnswer<true>> {
  const limit = pLimit(COMMANDS_AT_ONCE);
  await Promise.all(
    OTHER_LANGUAGES.map((code) =>
      limit(() =>
        callBot<true>(token, "setMyCommands", {
          commands: commandsIn(code),
          language_code: toPrimary(code),
        }),
      ),
    ),
  );
  return callBot<true>(token, "setMyCommands", { commands: commandsIn(FIRST_LANGUAGE) });
}

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

function isLoopback(url: string): boolean {
  return LOOPBACK.test(new URL(url).hostname);
}

/** Whether the public address may be one that Telegram calls. A sandbox beside us calls any of this machine. */
function canBeCalled({ publicUrl } = config, { apiUrl } = telegramVariables): boolean {
  // The port is chosen when the server starts.
  if (new URL(publicUrl).port === "0") return false;
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
  const named = await nameCommands(token);
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

/** What Telegram says of where it calls, as far as it is read. */
export type WebhookState = {
  url: string;
  pending: number;
  /** Of the last call that failed, if that is not long ago. */
  lastError: string | null;
};

const ERROR_COUNTS_MS = HOUR;

export async function askForWebhook(
  token: string,
): Promise<{ isDone: true; result: WebhookState } | BotFault> {
  const answer = await callBot<WebhookInfo>(token, "getWebhookInfo");
  if (!answer.isDone) return answer;
  const { url = "", pending_update_count: pending, last_error_date, last_error_message } = answer.result;
  const isRecent = (last_error_date ?? 0) * SECOND > Date.now() - ERROR_COUNTS_MS;
  const lastError = isRecent && pending > 0 ? (last_error_message ?? null) : null;
  return { isDone: true, result: { url, pending, lastError } };
}

/** How a bot that Telegram calls us for is. */
export function describeWebhook(
  bot: Pick<TelegramBot, "id">,
  { url, lastError }: WebhookState,
): { health: "ok" | "elsewhere" | "away"; problem: string | null } {
  const { telegram } = messages;
  if (url !== updatesUrl(bot)) return { health: "elsewhere", problem: telegram.setElsewhere };
  if (lastError === null) return { health: "ok", problem: null };
  return { health: "away", problem: `${telegram.notReached} It said: ${lastError.slice(0, 200)}` };
}

/**
 * Whether Telegram has to be told again where to call: it has an address that this server had before, or another
 * secret token than ours.
 */
export function isOutdated(bot: Pick<TelegramBot, "id">, { url, lastError }: WebhookState): boolean {
  const ours = updatesUrl(bot);
  if (!url.endsWith(new URL(ours).pathname)) return false;
  return url !== ours || (lastError?.slice(0, 200).includes("401") ?? false);
}
