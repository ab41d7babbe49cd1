import { randomInt } from "node:crypto";
import { newId } from "#app/lib/ids.ts";
import { TelegramBot, TelegramDoor } from "#app/models/index.server.ts";
import { sealToken } from "#app/services/telegram/bots/find-bot.server.ts";
import type { Owner } from "../factories/index.ts";
import { send, type TestResponse } from "./client.ts";

/** A token of @BotFather, of a bot of its own, also among tests that run beside each other. */
export const newBotToken = (): string => `${randomInt(100_000_000, 10_000_000_000)}:AAF${"x".repeat(32)}`;

/** A connected bot that Telegram was never told of. */
export function createBot(
  { workspace }: Owner,
  { token = newBotToken(), ...values }: Partial<TelegramBot> = {},
): Promise<TelegramBot> {
  const id = newId();
  const telegramId = token.split(":")[0] ?? "";
  return TelegramBot.create({
    id,
    workspaceId: workspace.id,
    telegramId,
    username: `test_${telegramId}_bot`,
    token: sealToken(token, id),
    receives: "polling",
    nextUpdateId: null,
    secretHash: null,
    state: "on",
    dueAt: null,
    attemptCount: 0,
    health: "ok",
    createdAt: new Date(),
    ...values,
  });
}

/** A door of a workspace's bot, or of a new one, that Telegram was never told of. */
export async function createDoorOf(owner: Owner, values: Partial<TelegramDoor> = {}): Promise<TelegramDoor> {
  const workspaceId = owner.workspace.id;
  const bot = (await TelegramBot.findOne({ where: { workspaceId } })) ?? (await createBot(owner));
  const now = new Date();
  return TelegramDoor.create({
    workspaceId,
    botId: bot.id,
    chatId: `-100${randomInt(1_000_000_000, 10_000_000_000)}`,
    title: "Casa information",
    needs: "verified",
    platformId: null,
    texts: "{}",
    inviteLink: "https://t.me/+aaaaaaaaaaaaaaaa",
    problem: null,
    checkedAt: now,
    createdAt: now,
    ...values,
  });
}

/** The bot's own id at Telegram. */
export const telegramIdOf = (token: string): number => Number(token.split(":")[0]);

/** What people do in the Telegram of a sandbox, and what programs with a token ask of it. */
export function telegramAt(sandbox: () => { url: string }) {
  const act = async (name: string, json: object = {}) => {
    const { status, json: done, text } = await send(`${sandbox().url}/telegram/${name}`, { json });
    if (status !== 200) throw new Error(`Telegram's people cannot ${name}: ${text}`);
    return done;
  };
  return {
    act,
    call: (token: string, method: string, json: object = {}): Promise<TestResponse> =>
      send(`${sandbox().url}/bot${token}/${method}`, { json }),
    /** Somebody new writes to a bot. @returns the person's id */
    async write(token: string, text = "hello"): Promise<number> {
      const { id } = await act("people", { first_name: "Ana" });
      await act("say", { bot: telegramIdOf(token), person: id, text });
      return id;
    },
    /** A private channel in which the bot of a token may invite and remove. @returns the chat's id */
    async createChannel(token: string, title = "Casa information"): Promise<number> {
      // Telegram knows a bot from its first call.
      await send(`${sandbox().url}/bot${token}/getMe`, { json: {} });
      const { id } = await act("groups", { type: "channel", title });
      const rights = { can_invite_users: true, can_restrict_members: true };
      await act("rights", { bot: telegramIdOf(token), group: id, rights });
      return id;
    },
    /** What the bot of a token has heard and said. */
    seen: async (token: string) =>
      (await send(`${sandbox().url}/telegram/bot?bot=${telegramIdOf(token)}`)).json,
  };
}
