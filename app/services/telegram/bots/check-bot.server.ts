import type { UserFromGetMe } from "@grammyjs/types";
import type { Transaction } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { inTransaction } from "#app/database/connection.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { formatDateTime } from "#app/lib/format-date.ts";
import { observeCalls } from "#app/lib/http-client.server.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { TelegramBot } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { type Check, checkClock, checkWay, fault, ok, todo } from "#app/services/connections/check-steps.ts";
import { type Access, assertAccess, changeWorkspace } from "#app/services/workspaces/access.server.ts";
import { type BotAnswer, callBot } from "../bot-api.server.ts";
import { describeFault } from "./bot-faults.ts";
import { type BotChats, countBotChats, findBot, tryOpenToken } from "./find-bot.server.ts";
import { recordRefusal } from "./record-refusal.server.ts";
import { askForWebhook, describeWebhook, type WebhookState } from "./set-up-bot.server.ts";

const { telegram } = messages;

type Asked = { me: BotAnswer<UserFromGetMe>; webhook: BotAnswer<WebhookState> | null };

/**
 * Checks a bot: its token, how its updates come, and how many people have blocked it. One whose token is taken again
 * goes on.
 * @throws {NotFound}
 */
export async function checkBot({
  access,
  timeZone,
}: {
  access: Access;
  timeZone: string;
}): Promise<{ bot: TelegramBot; checks: Check[] }> {
  await inTransaction((transaction) => assertAccess(access, "workspace:write", transaction));
  const bot = await findBot(access.workspaceId);
  if (!bot) throw new NotFound("Bot");
  const { value: asked, calls } = await observeCalls(() => ask(bot));
  const checks = [
    ...checkWay("Telegram", calls.at(-1)),
    checkToken(asked?.me ?? null),
    checkUpdates(bot, asked?.webhook ?? null),
    checkLastUpdate(bot, timeZone),
    checkChats(await countBotChats(bot)),
    checkClock(calls.at(-1)),
  ];
  return { bot: await saveCheck(access, bot, asked), checks };
}

/** Null where the stored token cannot be read. */
async function ask(bot: TelegramBot): Promise<Asked | null> {
  const token = tryOpenToken(bot);
  if (token === null) return null;
  const me = await callBot<UserFromGetMe>(token, "getMe");
  return { me, webhook: me.isDone ? await askForWebhook(token) : null };
}

function checkToken(me: Asked["me"] | null): Check {
  if (!me) return fault("Token", "not readable", telegram.unreadable);
  if (me.isDone) return ok("Token", `accepted, @${me.result.username}`);
  const { health, problem } = describeFault(me);
  return fault("Token", health === "refused" ? "refused" : "no clear answer", problem);
}

function checkUpdates(bot: TelegramBot, webhook: Asked["webhook"]): Check {
  if (!webhook) return todo("Updates");
  if (!webhook.isDone) return fault("Updates", "no clear answer", describeFault(webhook).problem);
  const { url, pending } = webhook.result;
  const waiting = pending === 0 ? "none waits" : `${formatNumber(pending)} wait`;
  if (bot.receives === "webhook") {
    const { health, problem } = describeWebhook(bot, webhook.result);
    const detail = health === "elsewhere" ? "sent to another address" : "not delivered";
    return problem === null
      ? ok("Updates", `sent to this server, ${waiting}`)
      : fault("Updates", detail, problem);
  }
  if (url !== "") return fault("Updates", "sent to another address", telegram.setElsewhere);
  if (bot.health === "elsewhere")
    return fault("Updates", "another program takes them", telegram.polledElsewhere);
  return ok("Updates", `asked for by this server, ${waiting}`);
}

function checkLastUpdate({ lastUpdateAt }: TelegramBot, timeZone: string): Check {
  if (!lastUpdateAt) return ok("Last update", "none yet");
  const now = new Date().toISOString();
  return ok("Last update", formatDateTime({ at: lastUpdateAt.toISOString(), timeZone, now }));
}

function checkChats({ active, blocked }: BotChats): Check {
  const people = active + blocked;
  if (people === 0) return ok("Blocked it", "nobody has made a claim yet");
  const share = formatNumber(Math.round((100 * blocked) / people));
  return ok("Blocked it", `${formatNumber(blocked)} of ${formatNumber(people)} people, ${share} %`);
}

/** Nothing changes where another token came meanwhile. */
function saveCheck(access: Access, { id, token }: TelegramBot, asked: Asked | null): Promise<TelegramBot> {
  return changeWorkspace(access, "workspace:write", async ({ id: workspaceId }, transaction) => {
    const where = { id, workspaceId, token };
    const bot = await TelegramBot.findOne({ where, lock: true, transaction });
    if (!bot) throw new NotFound("Bot");
    if (!asked) return refuse(bot, telegram.unreadable, transaction);
    const { me, webhook } = asked;
    if (!me.isDone) {
      const { health, problem } = describeFault(me);
      if (health === "refused") return refuse(bot, problem, transaction);
      return bot.update({ health, problem }, { transaction });
    }
    announceDue(TelegramBot, transaction);
    return bot.update(
      {
        username: me.result.username,
        ...describeAnswered(bot, webhook),
        // What works on it at the moment goes on.
        ...(bot.leaseToken === null ? { state: "on", dueAt: new Date(), attemptCount: 0 } : {}),
      },
      { transaction },
    );
  });
}

/** Whether another program asks for a bot's updates shows when they are asked for. */
function describeAnswered(
  bot: TelegramBot,
  webhook: Asked["webhook"],
): Partial<Pick<TelegramBot, "health" | "problem">> {
  if (!webhook) return {};
  if (!webhook.isDone) return describeFault(webhook);
  if (bot.receives === "webhook") return describeWebhook(bot, webhook.result);
  return bot.health === "elsewhere" ? {} : { health: "ok", problem: null };
}

async function refuse(bot: TelegramBot, problem: string, transaction: Transaction): Promise<TelegramBot> {
  const wasOn = bot.state === "on";
  await bot.update(
    { health: "refused", problem, state: "off", dueAt: null, leaseToken: null },
    { transaction },
  );
  if (wasOn) await recordRefusal(bot, transaction);
  return bot;
}
