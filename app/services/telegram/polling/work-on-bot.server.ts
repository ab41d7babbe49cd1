import type { Transaction } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import {
  finish,
  type HeldLease,
  holdLease,
  type Lease,
  LostLease,
  reschedule,
} from "#app/database/leases.server.ts";
import { config } from "#app/env.server.ts";
import { DAY, HOUR, MINUTE, SECOND } from "#app/lib/dates.ts";
import { UPDATE_TYPES } from "#app/lib/telegram.ts";
import { TelegramBot } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { retryDelay } from "#app/services/retries/plan-retry.server.ts";
import { type BotFault, callBot } from "../bot-api.server.ts";
import { describeFault } from "../bots/bot-faults.ts";
import { tryOpenToken } from "../bots/find-bot.server.ts";
import { isBotServed } from "../bots/live-bots.server.ts";
import { recordRefusal } from "../bots/record-refusal.server.ts";
import { askForWebhook, describeWebhook, isOutdated, isSetUp, setUpBot } from "../bots/set-up-bot.server.ts";
import { storeUpdates } from "../updates/store-updates.server.ts";

const { deliveryRetryScale: scale } = config;
/** How long Telegram holds a question for updates while there are none, and for how long we wait. */
const POLL_SECONDS = 25;
const POLL_MAX_MS = 30 * SECOND;
const UPDATES_AT_ONCE = 100;
const QUIET_MS = 5 * DAY;
const STOPPING_EVERY_MS = SECOND / 4;

const RETRIES = { stepsMs: [5 * SECOND, 15 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR], scale };
const ELSEWHERE_MS = MINUTE * scale;
/** A bot of a workspace without an active owner is not asked: for a day Telegram keeps what comes. */
const UNSERVED_MS = MINUTE * scale;
const CHECK_EVERY_MS = DAY;
const CHECK_AGAIN_MS = HOUR;
const FIRST_CHECK_MS = MINUTE;

/** Asks for the updates of a claimed bot once, or looks whether Telegram still calls us for it. */
export async function workOnBot(lease: Lease, isStopping: () => boolean): Promise<void> {
  const bot = await TelegramBot.findByPk(lease.id);
  if (!bot) return;
  try {
    await holdLease(TelegramBot, lease, (held) => work({ bot, lease, held, isStopping }));
  } catch (error) {
    if (!(error instanceof LostLease)) throw error;
  }
}

type Turn = { bot: TelegramBot; lease: Lease; held: HeldLease; isStopping: () => boolean };

async function work(turn: Turn): Promise<void> {
  const { bot, lease } = turn;
  if (!(await isBotServed(bot.id))) return endTurn(lease, { delayMs: UNSERVED_MS });
  const token = tryOpenToken(bot);
  if (token === null) return saveRefusal(bot, lease, messages.telegram.unreadable);
  if (!isSetUp(bot)) return beginToReceive(turn, token);
  return bot.receives === "polling" ? poll(turn, token) : checkWebhook(turn, token);
}

const WELL = { health: "ok", problem: null, attemptCount: 0 } as const;

async function beginToReceive({ bot, lease }: Turn, token: string): Promise<void> {
  const answer = await setUpBot(bot, token);
  if (!answer.isDone) return saveFault(bot, lease, answer);
  const delayMs = answer.result.receives === "polling" ? 0 : FIRST_CHECK_MS;
  return endTurn(lease, { delayMs, ...WELL, ...answer.result });
}

async function poll(turn: Turn, token: string): Promise<void> {
  const { bot, lease } = turn;
  const askedAt = performance.now();
  const answer = await askForUpdates(turn, token);
  if (!answer) return endTurn(lease, { delayMs: 0, attemptCount: 0 });
  if (!answer.isDone) return saveFault(bot, lease, answer);
  const updates = answer.result;
  const numbers = updates.map(({ update_id }) => update_id).filter(Number.isSafeInteger);
  const nextUpdateId = numbers.length === 0 ? bot.nextUpdateId : Math.max(...numbers) + 1;
  await inTransaction(async (transaction) => {
    // A server that does not wait for updates is not asked in a loop.
    const isHasty = updates.length === 0 && performance.now() - askedAt < SECOND;
    const values = { delayMs: isHasty ? SECOND : 0, ...WELL, nextUpdateId };
    const noted = updates.length === 0 ? {} : { lastUpdateAt: new Date() };
    await save(lease, { ...values, ...noted }, transaction);
    await storeUpdates(bot, updates, transaction);
  });
}

/** After a week without updates Telegram goes on with any number, also a lower one. */
const isQuiet = ({ lastUpdateAt }: TelegramBot): boolean =>
  lastUpdateAt === null || Date.now() - +lastUpdateAt > QUIET_MS;

/** Null if this process stops or another one has the bot: what Telegram says is then asked for again. */
async function askForUpdates({ bot, held, isStopping }: Turn, token: string) {
  const stopping = new AbortController();
  const watch = setInterval(() => isStopping() && stopping.abort(), STOPPING_EVERY_MS);
  const signal = AbortSignal.any([stopping.signal, held.lost]);
  const question = {
    offset: isQuiet(bot) ? 0 : (bot.nextUpdateId ?? 0),
    limit: UPDATES_AT_ONCE,
    timeout: POLL_SECONDS,
    allowed_updates: UPDATE_TYPES,
  };
  try {
    const options = { timeoutMs: POLL_MAX_MS, signal };
    const answer = await callBot<{ update_id: number }[]>(token, "getUpdates", question, options);
    await held.keep();
    return signal.aborted && !answer.isDone ? null : answer;
  } finally {
    clearInterval(watch);
  }
}

async function checkWebhook(turn: Turn, token: string): Promise<void> {
  const { bot, lease } = turn;
  const answer = await askForWebhook(token);
  if (!answer.isDone) return saveFault(bot, lease, answer);
  if (isOutdated(bot, answer.result)) return beginToReceive(turn, token);
  const { health, problem } = describeWebhook(bot, answer.result);
  const delayMs = health === "ok" ? CHECK_EVERY_MS : CHECK_AGAIN_MS;
  return endTurn(lease, { delayMs, health, problem, attemptCount: 0 });
}

type Ended = { delayMs: number } & Partial<TelegramBot>;

const endTurn = (lease: Lease, ended: Ended): Promise<void> =>
  inTransaction((transaction) => save(lease, ended, transaction));

async function save(lease: Lease, ended: Ended, transaction: Transaction): Promise<void> {
  if (!(await reschedule(TelegramBot, lease, ended, transaction))) throw new LostLease();
}

async function saveFault(bot: TelegramBot, lease: Lease, fault: BotFault): Promise<void> {
  const { health, problem } = describeFault(fault);
  if (health === "refused") return saveRefusal(bot, lease, problem);
  if (health === "elsewhere") return endTurn(lease, { delayMs: ELSEWHERE_MS, health, problem });
  const delayMs = retryDelay(RETRIES, { failures: bot.attemptCount, askedMs: fault.retryAfterMs });
  if (fault.fault === "limited") return endTurn(lease, { delayMs });
  return endTurn(lease, { delayMs, health, problem });
}

/** Nothing is asked of Telegram until there is another token. */
const saveRefusal = (bot: TelegramBot, lease: Lease, problem: string): Promise<void> =>
  inTransaction(async (transaction) => {
    const values = { state: "off", health: "refused", problem, dueAt: null, attemptCount: 0 } as const;
    if (!(await finish(TelegramBot, lease, values, transaction))) return;
    await recordRefusal(bot, transaction);
  });
