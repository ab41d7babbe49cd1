import type { Transaction } from "sequelize";
import { z } from "zod";
import { type TelegramBot, TelegramDeskChat } from "#app/models/index.server.ts";
import { endBlockedChat } from "#app/services/workspaces/end-desk-chats.server.ts";
import { isMemberCode } from "./codes.ts";
import { linkDeskChat } from "./link-chat.server.ts";

const Group = z.object({
  id: z.int(),
  type: z.enum(["group", "supergroup"]),
  title: z.string().max(256).optional(),
});
const Update = z.object({
  message: z
    .object({
      chat: Group,
      text: z.string().max(200).optional(),
      migrate_to_chat_id: z.int().optional(),
    })
    .optional()
    .catch(undefined),
  my_chat_member: z
    .object({ chat: Group, new_chat_member: z.object({ status: z.string().max(20) }) })
    .optional()
    .catch(undefined),
});

const START = /^\/start(?:@\w{1,64})?\s+(\S{1,64})$/;
const GONE = ["left", "kicked"];

type Save = (transaction: Transaction) => Promise<void>;

/** What is read of a group: a member's code, that the bot is out, or the group's new id. Otherwise null. */
export function readGroupUpdate(bot: TelegramBot, body: string): Save | null {
  const update = Update.safeParse(JSON.parse(body)).data;
  const { message, my_chat_member: own } = update ?? {};
  const { id: botId, workspaceId } = bot;
  if (own && GONE.includes(own.new_chat_member.status)) {
    const chatId = String(own.chat.id);
    return (transaction) => endBlockedChat({ workspaceId, botId, chatId }, transaction);
  }
  if (!message) return null;
  const { chat, text, migrate_to_chat_id: nextId } = message;
  const chatId = String(chat.id);
  if (nextId !== undefined)
    return async (transaction) => {
      const where = { workspaceId, botId, chatId };
      await TelegramDeskChat.update({ chatId: String(nextId) }, { where, transaction });
    };
  const [, code = ""] = (text && START.exec(text)) || [];
  if (!isMemberCode(code)) return null;
  const linked = { id: chatId, isGroup: true, title: chat.title ?? null };
  return (transaction) => linkDeskChat({ bot, code, chat: linked }, transaction);
}
