import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { MINUTE } from "#app/lib/dates.ts";
import { Conflict } from "#app/lib/errors.ts";
import { newToken, sha256 } from "#app/lib/random.server.ts";
import { TelegramDeskChat, TelegramDeskCode } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { assertAccess, type MemberAccess } from "#app/services/workspaces/access.server.ts";
import { endDeskChat } from "#app/services/workspaces/end-desk-chats.server.ts";
import { findBot } from "../bots/find-bot.server.ts";
import { telegramVariables } from "../variables.server.ts";
import { CODE_PREFIX } from "./codes.ts";

const CODE_MS = 10 * MINUTE;

/** The chats that a member has linked with a workspace, the own one first. */
export const listDeskChats = ({
  workspaceId,
  userId,
}: {
  workspaceId: string;
  userId: string;
}): Promise<TelegramDeskChat[]> =>
  retryRead(() => TelegramDeskChat.findAll({ where: { workspaceId, userId }, order: [["isGroup", "ASC"]] }));

/**
 * Makes the link with which a member opens the chat that they hear of claims in, once. It replaces the one before.
 * @param isGroup whether it adds the bot to a group
 * @throws {Conflict} `no_bot`
 */
export async function createMemberCode({
  access,
  isGroup = false,
}: {
  access: MemberAccess;
  isGroup?: boolean;
}): Promise<{ url: string; expiresAt: Date }> {
  const { workspaceId, userId } = access;
  const bot = await findBot(workspaceId);
  if (!bot) throw new Conflict("no_bot", messages.telegramDesk.noBot);
  const code = CODE_PREFIX + newToken();
  const createdAt = new Date();
  const expiresAt = new Date(+createdAt + CODE_MS);
  await inTransaction(async (transaction) => {
    await assertAccess(access, "chats:link", transaction);
    await TelegramDeskCode.destroy({ where: { userId, workspaceId, isGroup }, transaction });
    await TelegramDeskCode.create(
      { workspaceId, userId, botId: bot.id, codeHash: sha256(code), isGroup, createdAt, expiresAt },
      { transaction },
    );
  });
  const parameter = isGroup ? "startgroup" : "start";
  return { url: `${telegramVariables.linkUrl}/${bot.username}?${parameter}=${code}`, expiresAt };
}

/** Ends one of a member's chats. Ending it twice changes nothing. */
export async function unlinkDeskChat({
  access,
  deskChatId,
}: {
  access: MemberAccess;
  deskChatId: string;
}): Promise<void> {
  const { workspaceId, userId } = access;
  await inTransaction(async (transaction) => {
    await assertAccess(access, "chats:link", transaction);
    const where = { id: deskChatId, workspaceId, userId };
    const chat = await TelegramDeskChat.findOne({ where, transaction });
    if (chat) await endDeskChat(chat, transaction);
  });
}
