import { retryRead } from "#app/database/connection.server.ts";
import { config } from "#app/env.server.ts";
import { log } from "#app/lib/log.server.ts";
import { decrypt, encrypt } from "#app/lib/secrets.server.ts";
import { TelegramBot, TelegramClaim } from "#app/models/index.server.ts";

/** A workspace's bot; null where none is connected. */
export const findBot = (workspaceId: string): Promise<TelegramBot | null> =>
  retryRead(() => TelegramBot.findOne({ where: { workspaceId } }));

export const sealToken = (token: string, id: string): string => encrypt(token, id);

/** @throws {Error} where the key that sealed it is gone */
export const openToken = ({ id, token }: Pick<TelegramBot, "id" | "token">): string => decrypt(token, id);

/** Null where it cannot be read, which is logged. */
export function tryOpenToken(bot: TelegramBot): string | null {
  try {
    return openToken(bot);
  } catch (error) {
    log.error({ err: error, telegramBotId: bot.id }, "the token of a Telegram bot cannot be read");
    return null;
  }
}

/** Where Telegram calls for a bot. */
export const updatesUrl = ({ id }: Pick<TelegramBot, "id">): string =>
  `${config.publicUrl}/api/telegram/updates/${id}`;

/** How many people have made claims with a bot, by whether it can still write to them. */
export type BotChats = { active: number; blocked: number };

export async function countBotChats({
  workspaceId,
  id: botId,
}: Pick<TelegramBot, "workspaceId" | "id">): Promise<BotChats> {
  const count = (where: object) =>
    retryRead(() =>
      TelegramClaim.count({
        where: { workspaceId, botId, ...where },
        distinct: true,
        col: "telegramUserId",
      }),
    );
  const [all, active] = await Promise.all([count({}), count({ blockedAt: null })]);
  return { active, blocked: all - active };
}

/** What is said of a bot besides its row. */
export const describeBot = async (bot: TelegramBot): Promise<{ url: string; chats: BotChats }> => ({
  url: updatesUrl(bot),
  chats: await countBotChats(bot),
});
