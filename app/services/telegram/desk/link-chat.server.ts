import { Op, type Transaction } from "sequelize";
import { sha256 } from "#app/lib/random.server.ts";
import {
  type TelegramBot,
  TelegramDeskChat,
  TelegramDeskCode,
  User,
  Workspace,
} from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { queueMail } from "#app/services/mail/queue-mail.server.ts";
import { notifyAccount } from "#app/services/notifications/notify.server.ts";
import { queueMessage } from "../messages/queue-message.server.ts";

const { telegramDesk } = messages;

type Link = {
  bot: TelegramBot;
  code: string;
  /** The chat that the code was sent in, and its title if it is a group. */
  chat: { id: string; isGroup: boolean; title: string | null };
};

/** Links the chat that a member's code was sent in, or says there why not. A code is used once. */
export async function linkDeskChat(link: Link, transaction: Transaction): Promise<void> {
  const { bot, chat } = link;
  const text = await takeCode(link, transaction);
  await queueMessage({ bot, chatId: chat.id }, { text }, transaction);
}

async function takeCode({ bot, code, chat }: Link, transaction: Transaction): Promise<string> {
  const { id: botId, workspaceId } = bot;
  const found = await TelegramDeskCode.findOne({
    where: { codeHash: sha256(code), botId, workspaceId, expiresAt: { [Op.gt]: new Date() } },
    transaction,
  });
  if (!found) return telegramDesk.codeOver;
  if (found.isGroup !== chat.isGroup)
    return found.isGroup ? telegramDesk.codeForGroup : telegramDesk.codeForPerson;
  // The end of a member's chats deletes codes first, so one of the two sees the other.
  if ((await TelegramDeskCode.destroy({ where: { id: found.id, workspaceId }, transaction })) === 0)
    return telegramDesk.codeOver;
  const { userId } = found;
  const { id: chatId, isGroup, title } = chat;
  const replaced = { [Op.or]: [{ userId, isGroup }, { chatId }] };
  await TelegramDeskChat.destroy({ where: { workspaceId, botId, ...replaced }, transaction });
  await TelegramDeskChat.create(
    {
      workspaceId,
      userId,
      botId,
      chatId,
      isGroup,
      title,
      state: "idle",
      dueAt: null,
      attemptCount: 0,
      toldAt: null,
      createdAt: new Date(),
    },
    { transaction },
  );
  const { name } = await Workspace.findByPk(workspaceId, {
    attributes: ["name"],
    transaction,
    rejectOnEmpty: true,
  });
  await tellMember({ userId, workspaceName: name, isGroup }, transaction);
  return isGroup ? telegramDesk.groupLinked(name) : telegramDesk.linked(name);
}

/** Whoever has the chat reads and decides for the member: the account hears of it, as of a new device. */
async function tellMember(
  { userId, ...linked }: { userId: string; workspaceName: string; isGroup: boolean },
  transaction: Transaction,
): Promise<void> {
  const user = await User.findByPk(userId, {
    attributes: ["name", "email"],
    transaction,
    rejectOnEmpty: true,
  });
  const props = { name: user.name, ...linked, at: new Date().toISOString() };
  await queueMail({ kind: "chat-linked", to: user.email, userId, props }, transaction);
  await notifyAccount({ userId, type: "chatLinked", payload: linked }, transaction);
}
