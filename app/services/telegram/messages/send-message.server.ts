import { Op, type Transaction } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { deleteHeld, finish, fromNow, type Lease, release, reschedule } from "#app/database/leases.server.ts";
import { reserveCallSlot } from "#app/database/queries/ad-platform-paces.server.ts";
import { MINUTE, SECOND } from "#app/lib/dates.ts";
import { log } from "#app/lib/log.server.ts";
import {
  TelegramBot,
  TelegramClaim,
  TelegramConversation,
  TelegramMessage,
} from "#app/models/index.server.ts";
import { type BotFault, callBot } from "#app/services/telegram/bot-api.server.ts";
import { tryOpenToken } from "#app/services/telegram/bots/find-bot.server.ts";
import { CHAT_PAUSE_MS } from "#app/services/telegram/messages/queue-message.server.ts";
import { endBlockedChat } from "#app/services/workspaces/end-desk-chats.server.ts";

/** Telegram takes about 30 calls a second of a bot: 24, and five at once after a pause. */
const PACE = { perMinute: 24 * 60 + 5, burst: 5 };
/** What cannot be sent in about an hour says nothing of now. */
const ATTEMPTS_MAX = 12;

/** Sends one message, in the pace of its bot. */
export async function sendMessage(lease: Lease): Promise<void> {
  const message = await retryRead(() => TelegramMessage.findByPk(lease.id));
  if (!message || message.leaseToken !== lease.token) return;
  const { workspaceId, botId } = message;
  const bot = await retryRead(() => TelegramBot.findOne({ where: { id: botId, workspaceId } }));
  if (!bot) return;
  const restMs = bot.restUntil ? +bot.restUntil - Date.now() : 0;
  if (restMs > 0) return release(TelegramMessage, [lease], restMs);
  // The token may be renewed within the hour.
  const token = bot.state === "on" ? tryOpenToken(bot) : null;
  if (token === null) return postpone(lease, message);
  const behindMs = await waitForEarlier(message);
  if (behindMs > 0) return release(TelegramMessage, [lease], behindMs);
  const waitMs =
    message.state === "paced" ? 0 : await reserveCallSlot({ id: bot.id, connectionId: null, ...PACE });
  if (waitMs > 0) return keepPlace(lease, message, waitMs);
  const body = JSON.parse(message.body ?? "{}") as object;
  const answer = await callBot(token, message.method, body);
  if (!answer.isDone) return saveFault(lease, message, answer);
  await inTransaction(async (transaction) => {
    if (!(await finish(TelegramMessage, lease, { state: "sent", body: null, dueAt: null }, transaction)))
      return;
    await TelegramClaim.update(
      { blockedAt: null },
      { where: { ...ofChat(message), blockedAt: { [Op.ne]: null } }, transaction },
    );
  });
}

/** How long to wait for what the chat is to read before; 0 where it is the message's turn. */
async function waitForEarlier({ id, workspaceId, botId, chatId, slotAt }: TelegramMessage): Promise<number> {
  // Answers to pressed buttons are of no chat.
  if (chatId === "") return 0;
  const isEarlier = [{ slotAt: { [Op.lt]: slotAt } }, { slotAt, id: { [Op.lt]: id } }];
  const earlier = await retryRead(() =>
    TelegramMessage.findOne({
      where: { workspaceId, botId, chatId, state: { [Op.ne]: "sent" }, [Op.or]: isEarlier },
      attributes: ["leaseToken", "dueAt"],
      order: [["slotAt", "DESC"]],
    }),
  );
  if (!earlier) return 0;
  // One that is being sent has gone, or has another time, within moments.
  const isSending = earlier.leaseToken !== null;
  return CHAT_PAUSE_MS + (isSending ? 0 : Math.max(0, +(earlier.dueAt ?? 0) - Date.now()));
}

/** Nothing was sent, so it does not count as an attempt. */
async function keepPlace(lease: Lease, { attemptCount }: TelegramMessage, delayMs: number): Promise<void> {
  const kept = { state: "paced" as const, attemptCount: attemptCount - 1, delayMs };
  await inTransaction((transaction) => reschedule(TelegramMessage, lease, kept, transaction));
}

const ofChat = ({ workspaceId, botId, chatId }: TelegramMessage) => ({
  workspaceId,
  botId,
  telegramUserId: chatId,
});

async function saveFault(lease: Lease, message: TelegramMessage, answer: BotFault): Promise<void> {
  const { fault, description, retryAfterMs } = answer;
  const { botId, workspaceId, method } = message;
  log.info({ botId, method, fault, description }, "Telegram did not take a message");
  if (fault === "limited") {
    await inTransaction(async (transaction) => {
      const restUntil = fromNow(retryAfterMs ?? SECOND) as unknown as Date;
      await TelegramBot.update({ restUntil }, { where: { id: botId, workspaceId }, transaction });
    });
    return release(TelegramMessage, [lease], retryAfterMs ?? SECOND);
  }
  if (fault === "away" || fault === "elsewhere" || fault === "refused") return postpone(lease, message);
  await inTransaction(async (transaction) => {
    if (!(await deleteHeld(TelegramMessage, lease, transaction))) return;
    if (fault === "blocked" && message.chatId !== "") await noticeBlocked(message, transaction);
  });
}

/** Nobody reads what would follow. */
async function noticeBlocked(message: TelegramMessage, transaction: Transaction): Promise<void> {
  const { botId, workspaceId, chatId } = message;
  await TelegramMessage.destroy({
    where: { botId, workspaceId, chatId, state: { [Op.ne]: "sent" } },
    transaction,
  });
  await TelegramConversation.destroy({ where: ofChat(message), transaction });
  await endBlockedChat({ workspaceId, botId, chatId }, transaction);
  await TelegramClaim.update(
    { blockedAt: new Date() },
    { where: { ...ofChat(message), blockedAt: null }, transaction },
  );
}

async function postpone(lease: Lease, { attemptCount }: TelegramMessage): Promise<void> {
  await inTransaction(async (transaction) => {
    if (attemptCount >= ATTEMPTS_MAX) await deleteHeld(TelegramMessage, lease, transaction);
    else {
      const delayMs = Math.min(2 ** attemptCount * SECOND, 20 * MINUTE);
      await reschedule(TelegramMessage, lease, { state: "queued", delayMs }, transaction);
    }
  });
}
