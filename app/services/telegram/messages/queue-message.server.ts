import type { Transaction } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import { type TelegramBot, TelegramMessage } from "#app/models/index.server.ts";

/** Telegram takes about a message a second in a chat, and 20 a minute in a group. */
export const CHAT_PAUSE_MS = 1.05 * SECOND;
const GROUP_PAUSE_MS = 3.1 * SECOND;

export type ButtonOfMessage = { text: string } & ({ callback_data: string } | { url: string });

/** A text for a chat, with rows of buttons below it. */
export type NewMessage = { text: string; buttons?: ButtonOfMessage[][] };

type Chat = { bot: Pick<TelegramBot, "id" | "workspaceId">; chatId: string };

/** Has a bot write to a chat, in the pace that Telegram allows there. */
export async function queueMessage(
  { bot, chatId }: Chat,
  { text, buttons = [] }: NewMessage,
  transaction: Transaction,
): Promise<void> {
  const last = await TelegramMessage.max<Date, TelegramMessage>("slotAt", {
    where: { botId: bot.id, chatId, workspaceId: bot.workspaceId },
    transaction,
  });
  const pauseMs = chatId.startsWith("-") ? GROUP_PAUSE_MS : CHAT_PAUSE_MS;
  const slotAt = new Date(Math.max(Date.now(), last ? +new Date(last) + pauseMs : 0));
  await addCall(
    { bot, chatId },
    {
      method: "sendMessage",
      slotAt,
      body: {
        chat_id: Number(chatId),
        text,
        link_preview_options: { is_disabled: true },
        ...(buttons.length > 0 ? { reply_markup: { inline_keyboard: buttons } } : {}),
      },
    },
    transaction,
  );
}

/** Answers a pressed button: with a text that is shown for a moment, or without one. */
export const queueButtonAnswer = (
  bot: Chat["bot"],
  { queryId, text }: { queryId: string; text?: string },
  transaction: Transaction,
): Promise<void> =>
  addCall(
    { bot, chatId: "" },
    { method: "answerCallbackQuery", slotAt: new Date(), body: { callback_query_id: queryId, text } },
    transaction,
  );

/** Takes the buttons off a message, so that nobody presses them again. */
export const queueButtonRemoval = (
  { bot, chatId }: Chat,
  messageId: number,
  transaction: Transaction,
): Promise<void> =>
  addCall(
    { bot, chatId: "" },
    {
      method: "editMessageReplyMarkup",
      slotAt: new Date(),
      body: { chat_id: Number(chatId), message_id: messageId, reply_markup: { inline_keyboard: [] } },
    },
    transaction,
  );

/** Gives a message another text and other buttons, or none. */
export const queueMessageEdit = (
  { bot, chatId }: Chat,
  { messageId, text, buttons = [] }: NewMessage & { messageId: number },
  transaction: Transaction,
): Promise<void> =>
  addCall(
    { bot, chatId: "" },
    {
      method: "editMessageText",
      slotAt: new Date(),
      body: {
        chat_id: Number(chatId),
        message_id: messageId,
        text,
        link_preview_options: { is_disabled: true },
        reply_markup: { inline_keyboard: buttons },
      },
    },
    transaction,
  );

type Call = { method: string; slotAt: Date; body: object };

async function addCall(
  { bot: { id: botId, workspaceId }, chatId }: Chat,
  { method, slotAt, body }: Call,
  transaction: Transaction,
): Promise<void> {
  await TelegramMessage.create(
    {
      workspaceId,
      botId,
      chatId,
      method,
      body: JSON.stringify(body),
      slotAt,
      state: "queued",
      dueAt: slotAt,
      attemptCount: 0,
    },
    { transaction },
  );
  announceDue(TelegramMessage, transaction, Math.max(0, +slotAt - Date.now()));
}
