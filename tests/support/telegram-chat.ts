import type { User } from "@grammyjs/types";
import { inTransaction } from "#app/database/connection.server.ts";
import { claimDue, findDue } from "#app/database/leases.server.ts";
import { type TelegramBot, TelegramMessage } from "#app/models/index.server.ts";
import { callBot } from "#app/services/telegram/bot-api.server.ts";
import { openToken } from "#app/services/telegram/bots/find-bot.server.ts";
import { sendMessage } from "#app/services/telegram/messages/send-message.server.ts";
import { storeUpdates } from "#app/services/telegram/updates/store-updates.server.ts";
import { workOnUpdates } from "#app/services/telegram/updates/work-on-updates.server.ts";
import { telegramVariables } from "#app/services/telegram/variables.server.ts";
import type { SeenMessage } from "../../sandbox/telegram/seen.ts";
import type { Owner } from "../factories/index.ts";
import { startSandboxServer } from "../servers/sandbox.ts";
import { createBot } from "./telegram.ts";
import { telegramPeople } from "./telegram-people.ts";

/** The sandbox's Telegram, which the services of this process call from now on. */
export async function startTelegram() {
  const sandbox = await startSandboxServer();
  telegramVariables.apiUrl = sandbox.url;
  const people = telegramPeople(sandbox.url);
  await people.changeSettings({ pace: 1_000 });

  /** Gets what people did, works on it, and sends what there is to say; the pace of chats does not hold here. */
  async function work(bot: TelegramBot): Promise<void> {
    await bot.reload();
    const offset = bot.nextUpdateId ?? 0;
    const answer = await callBot<{ update_id: number }[]>(openToken(bot), "getUpdates", {
      offset,
      timeout: 0,
    });
    if (!answer.isDone) throw new Error(answer.description);
    const last = answer.result.at(-1)?.update_id;
    await inTransaction(async (transaction) => {
      await storeUpdates(bot, answer.result, transaction);
      if (last !== undefined) await bot.update({ nextUpdateId: last + 1 }, { transaction });
    });
    while (await workOnUpdates());
    for (;;) {
      await TelegramMessage.update({ dueAt: new Date(0) }, { where: { state: "queued", leaseToken: null } });
      const id = await findDue(TelegramMessage, { state: "queued" }, 100);
      if (id.length === 0) return;
      for (const lease of await claimDue(TelegramMessage, { state: "queued", id })) await sendMessage(lease);
    }
  }

  async function openChat(bot: TelegramBot, given: Partial<User> = {}, known?: User) {
    const person = known ?? (await people.createPerson({ language_code: "en", ...given }));
    const where = { bot: Number(bot.telegramId) };
    const messages = () => people.messagesOf(where, person);
    /** What the bot said last. */
    const last = async (): Promise<SeenMessage> => {
      const said = (await messages()).findLast(({ isFromBot }) => isFromBot);
      if (!said) throw new Error("The bot has said nothing.");
      return said;
    };
    const answered = async (): Promise<SeenMessage> => {
      await work(bot);
      return last();
    };
    return {
      person,
      messages,
      last,
      work: () => work(bot),
      /** Presses Start, with the token of a link or without; gives what the bot answers. */
      async start(token = "") {
        await people.pressLink(where.bot, person, token);
        return answered();
      },
      async say(content: Parameters<typeof people.say>[2]) {
        await people.say(where, person, content);
        return answered();
      },
      /** Presses a button of the last message by its text. */
      async press(button: string, message?: SeenMessage) {
        await people.press(where, person, (message ?? (await last())).id, button);
        return answered();
      },
      /** What was shown for a moment to whoever pressed last. */
      notice: async () => (await people.seeChat(where, person)).answer?.text ?? null,
    };
  }

  return {
    sandbox,
    people,
    work,
    openChat,
    async createBot(owner: Owner) {
      const bot = await createBot(owner);
      // Telegram knows a bot from its first call.
      await callBot(openToken(bot), "getMe");
      return bot;
    },
    close: () => sandbox.close(),
  };
}

/** The texts of a message's buttons, row by row. */
export const buttonsOf = ({ buttons }: SeenMessage): string[] => buttons.flat().map(({ text }) => text);
