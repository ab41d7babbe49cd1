import type { User } from "@grammyjs/types";
import type { Model, ModelStatic } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { claimDue, findDue, type Lease } from "#app/database/leases.server.ts";
import { UPDATE_TYPES } from "#app/lib/telegram.ts";
import { type TelegramBot, TelegramClaim, TelegramEntry, TelegramMessage } from "#app/models/index.server.ts";
import { consumeTogether } from "#app/services/domain-events/consume-together.server.ts";
import { callBot } from "#app/services/telegram/bot-api.server.ts";
import { openToken } from "#app/services/telegram/bots/find-bot.server.ts";
import { considerDoors } from "#app/services/telegram/doors/consider-doors.server.ts";
import { noticeDoors } from "#app/services/telegram/doors/mark-claims.server.ts";
import { openDoor, removeFromDoor } from "#app/services/telegram/doors/open-door.server.ts";
import { sendMessage } from "#app/services/telegram/messages/send-message.server.ts";
import { storeUpdates } from "#app/services/telegram/updates/store-updates.server.ts";
import { workOnUpdates } from "#app/services/telegram/updates/work-on-updates.server.ts";
import { telegramVariables } from "#app/services/telegram/variables.server.ts";
import type { SandboxOptions } from "../../sandbox/server.ts";
import type { SeenMessage } from "../../sandbox/telegram/seen.ts";
import { type Owner, uniqueEmail } from "../factories/index.ts";
import { startSandboxServer } from "../servers/sandbox.ts";
import { createBot } from "./telegram.ts";
import { telegramPeople } from "./telegram-people.ts";

/** The sandbox's Telegram, which the services of this process call from now on. */
export async function startTelegram(options: Partial<SandboxOptions> = {}) {
  const sandbox = await startSandboxServer(options);
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
      allowed_updates: UPDATE_TYPES,
    });
    if (!answer.isDone) throw new Error(answer.description);
    const last = answer.result.at(-1)?.update_id;
    await inTransaction(async (transaction) => {
      await storeUpdates(bot, answer.result, transaction);
      if (last !== undefined) await bot.update({ nextUpdateId: last + 1 }, { transaction });
    });
    while (await workOnUpdates());
    await consumeTogether("doors-of-claims", noticeDoors);
    await workOnDue(TelegramClaim, "queued", considerDoors);
    await workOnDue(TelegramEntry, "due", openDoor);
    await workOnDue(TelegramEntry, "remove", removeFromDoor);
    for (const state of ["queued", "paced"] as const) {
      await TelegramMessage.update({ dueAt: new Date(0) }, { where: { state, leaseToken: null } });
      await workOnDue(TelegramMessage, state, sendMessage);
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
    async createBot(owner: Owner, values: Partial<TelegramBot> = {}) {
      const bot = await createBot(owner, values);
      // Telegram knows a bot from its first call.
      await callBot(openToken(bot), "getMe");
      return bot;
    },
    close: () => sandbox.close(),
  };
}

async function workOnDue(
  model: ModelStatic<Model>,
  state: string,
  run: (lease: Lease) => Promise<void>,
): Promise<void> {
  for (;;) {
    const id = await findDue(model, { state }, 100);
    if (id.length === 0) return;
    for (const lease of await claimDue(model, { state, id })) await run(lease);
  }
}

export type TestChat = Awaited<ReturnType<Awaited<ReturnType<typeof startTelegram>>["openChat"]>>;

/** Agrees and answers all that a form with one broker and without an amount asks. */
export async function makeClaim(
  chat: TestChat,
  { email = uniqueEmail(), reference }: { email?: string; reference?: string } = {},
) {
  await chat.press("I agree");
  await chat.say(email);
  await chat.say("+34612345678");
  if (reference === undefined) await chat.press("Skip");
  else await chat.say(reference);
  return chat.press("Confirm my deposit");
}

/** The texts of a message's buttons, row by row. */
export const buttonsOf = ({ buttons }: SeenMessage): string[] => buttons.flat().map(({ text }) => text);
