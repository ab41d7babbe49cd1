import { Op, type Transaction } from "sequelize";
import { TelegramDeskChat, TelegramDeskCode, TelegramMessage } from "#app/models/index.server.ts";

type OfMember = { userId: string; workspaceId?: string };

/** Ends the chats that a member has linked, and the codes that would link others. */
export async function endDeskChats(
  { userId, workspaceId }: OfMember,
  transaction: Transaction,
): Promise<void> {
  const where = { userId, ...(workspaceId === undefined ? {} : { workspaceId }) };
  // The codes first: one that is used at the same moment has made its chat by then.
  await TelegramDeskCode.destroy({ where, transaction });
  for (const chat of await TelegramDeskChat.findAll({ where, order: [["id", "ASC"]], transaction }))
    await endDeskChat(chat, transaction);
}

type EndedChat = Pick<TelegramDeskChat, "id" | "workspaceId" | "userId" | "botId" | "chatId" | "isGroup">;

/** Ends one of them, with the code that would link another in its place and the messages that wait. */
export async function endDeskChat(
  { id, workspaceId, userId, botId, chatId, isGroup }: EndedChat,
  transaction: Transaction,
): Promise<void> {
  await TelegramDeskCode.destroy({ where: { userId, workspaceId, isGroup }, transaction });
  await TelegramDeskChat.destroy({ where: { id, workspaceId }, transaction });
  await TelegramMessage.destroy({
    where: { workspaceId, botId, chatId, state: { [Op.ne]: "sent" } },
    transaction,
  });
}

/** Ends what is linked with a chat that the bot can no longer write to. */
export async function endBlockedChat(
  where: Pick<TelegramDeskChat, "workspaceId" | "botId" | "chatId">,
  transaction: Transaction,
): Promise<void> {
  await TelegramDeskChat.destroy({ where: { ...where }, transaction });
}
