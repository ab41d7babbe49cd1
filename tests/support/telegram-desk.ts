import type { User as Person } from "@grammyjs/types";
import { telegramDesks } from "#app/jobs/telegram-desks.server.ts";
import type { TelegramBot, User, Workspace } from "#app/models/index.server.ts";
import { TelegramDeskChat } from "#app/models/index.server.ts";
import { consumeTogether } from "#app/services/domain-events/consume-together.server.ts";
import { notifyOfNewClaims } from "#app/services/notifications/notify-of-claims.server.ts";
import { createMemberCode } from "#app/services/telegram/desk/desk-chats.server.ts";
import { toAccess } from "../factories/index.ts";
import type { startTelegram } from "./telegram-chat.ts";

type Telegram = Awaited<ReturnType<typeof startTelegram>>;

export const codeOf = (url: string): string => new URL(url).search.replace(/^\?start(?:group)?=/, "");

/** The code of the link that a member makes. */
export async function makeCode(member: User, bot: TelegramBot, isGroup = false): Promise<string> {
  const access = toAccess({ workspace: { id: bot.workspaceId } as Workspace, id: member.id });
  return codeOf((await createMemberCode({ access, isGroup })).url);
}

/** The chat that a member links with a code of theirs. */
export async function openDesk(telegram: Telegram, bot: TelegramBot, member: User, person?: Person) {
  const chat = await telegram.openChat(bot, {}, person);
  await chat.start(await makeCode(member, bot));
  return chat;
}

export const consumeNewClaims = () => consumeTogether("new-claims", notifyOfNewClaims);

/** Tells of new claims and notifications what chats are yet to be told, whatever their pause. */
export async function tellDesks(telegram: Telegram, bot: TelegramBot): Promise<void> {
  await consumeNewClaims();
  await TelegramDeskChat.update({ dueAt: new Date(0) }, { where: { state: "queued", leaseToken: null } });
  while (await telegramDesks.run(() => false));
  await telegram.work(bot);
}
