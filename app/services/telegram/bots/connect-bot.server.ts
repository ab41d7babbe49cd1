import type { UserFromGetMe } from "@grammyjs/types";
import { UniqueConstraintError } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { inTransaction } from "#app/database/connection.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { MINUTE } from "#app/lib/dates.ts";
import { Conflict, DomainError, Invalid, NotFound } from "#app/lib/errors.ts";
import { newId } from "#app/lib/ids.ts";
import { TelegramBot } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { type Access, changeWorkspace } from "#app/services/workspaces/access.server.ts";
import { callBot } from "../bot-api.server.ts";
import { describeFault } from "./bot-faults.ts";
import { readBotToken } from "./bot-token.ts";
import { sealToken, tryOpenToken } from "./find-bot.server.ts";
import { NOT_SET_UP, setUpBot } from "./set-up-bot.server.ts";

const { telegram } = messages;

/**
 * Connects a workspace's bot. The new token of the same bot replaces the old one; another bot ends the chats of the
 * one before.
 * @throws {Invalid} at `token` · {Conflict} `bot_taken` · {DomainError} 502
 */
export async function connectBot({ access, token }: { access: Access; token: string }): Promise<TelegramBot> {
  const read = readBotToken(token);
  if (!read) throw new Invalid([{ field: "token", message: telegram.tokenShape }]);
  const me = await askWhoItIs(read);
  const { bot, replaced } = await saveBot(access, read, me).catch((error: unknown) => {
    // The workspace is locked, so the bot is another one's.
    if (!(error instanceof UniqueConstraintError)) throw error;
    throw new Conflict("bot_taken", telegram.botTaken, "token");
  });
  if (replaced) await forgetWebhook(replaced);
  return beginToReceive(bot, read);
}

async function askWhoItIs(token: string): Promise<UserFromGetMe> {
  const answer = await callBot<UserFromGetMe>(token, "getMe");
  if (!answer.isDone) {
    if (answer.fault === "refused" || answer.fault === "wrong")
      throw new Invalid([{ field: "token", message: telegram.tokenRefused }]);
    throw new DomainError(502, "platform_unreachable", describeFault(answer).problem);
  }
  return answer.result;
}

/** How long after connecting the job looks at the bot: what this process has not done by then, the job does. */
const LOOK_AFTER_MS = MINUTE;

function saveBot(
  access: Access,
  token: string,
  { id: telegramUserId, username }: UserFromGetMe,
): Promise<{ bot: TelegramBot; replaced: TelegramBot | null }> {
  return changeWorkspace(access, "workspace:write", async ({ id: workspaceId }, transaction) => {
    const telegramId = String(telegramUserId);
    const existing = await TelegramBot.findOne({ where: { workspaceId }, lock: true, transaction });
    const isSame = existing?.telegramId === telegramId;
    const id = existing && isSame ? existing.id : newId();
    const values = {
      username,
      token: sealToken(token, id),
      ...NOT_SET_UP,
      ...STARTED,
      dueAt: fromNow(LOOK_AFTER_MS) as unknown as Date,
    };
    if (existing && isSame) return { bot: await existing.update(values, { transaction }), replaced: null };
    await existing?.destroy({ transaction });
    const bot = await TelegramBot.create(
      { id, workspaceId, telegramId, ...values, createdAt: new Date() },
      { transaction },
    );
    return { bot, replaced: existing };
  });
}

const STARTED = {
  state: "on",
  health: "ok",
  problem: null,
  restUntil: null,
  attemptCount: 0,
  leaseToken: null,
} as const;

/** What goes wrong here is tried again by the job. */
async function beginToReceive({ id, token: sealed }: TelegramBot, token: string): Promise<TelegramBot> {
  const answer = await setUpBot({ id }, token);
  const values = answer.isDone
    ? {
        ...answer.result,
        ...(answer.result.receives === "polling" ? { dueAt: fromNow(0) as unknown as Date } : {}),
      }
    : describeFault(answer);
  await inTransaction(async (transaction) => {
    // Nothing changes where another token came meanwhile, or the job was faster.
    await TelegramBot.update(values, { where: { id, token: sealed, leaseToken: null }, transaction });
    announceDue(TelegramBot, transaction);
  });
  return TelegramBot.findByPk(id, { rejectOnEmpty: new NotFound("Bot") });
}

/** Forgets a bot and all its chats. @throws {NotFound} */
export async function disconnectBot({ access }: { access: Access }): Promise<void> {
  const bot = await changeWorkspace(access, "workspace:write", async ({ id: workspaceId }, transaction) => {
    const found = await TelegramBot.findOne({ where: { workspaceId }, transaction });
    if (!found) throw new NotFound("Bot");
    await found.destroy({ transaction });
    return found;
  });
  await forgetWebhook(bot);
}

/** Telegram calls no more for a bot that is gone. Where this fails, its calls are refused. */
async function forgetWebhook(bot: TelegramBot): Promise<void> {
  const token = bot.receives === "webhook" ? tryOpenToken(bot) : null;
  if (token !== null) await callBot(token, "deleteWebhook");
}
