import type { PlatformRequest } from "../sandbox/platform.ts";
import type { Reply } from "../sandbox/reply.ts";

type SaidButton = { text: string; url?: string };
/** A message of a bot, and when it reached Telegram. */
export type BotMessage = { id: number; text: string; buttons: SaidButton[]; at: number };
export type HeardBots = ReturnType<typeof listenToBots>;

const CALL = /^\/bot(\d+):[^/]+\/(\w+)$/;

/** Hears what bots do in the sandbox's Telegram at the moment at which they do it. */
export function listenToBots() {
  const chats = new Map<string, BotMessage[]>();
  const waiting = new Map<string, Set<() => void>>();
  /** Those who were let in, as `group person`. */
  const letIn = new Set<string>();
  const refusedAt: number[] = [];
  let messages = 0;

  const messagesIn = (chat: string): BotMessage[] => {
    const known = chats.get(chat) ?? [];
    chats.set(chat, known);
    return known;
  };
  function hearMessage(chat: string, { reply_markup: markup, text }: Fields, id: number): void {
    messages += 1;
    const buttons = markup?.inline_keyboard.flat() ?? [];
    messagesIn(chat).push({ id, text: text ?? "", buttons, at: performance.now() });
    for (const wake of waiting.get(chat) ?? []) wake();
  }

  return {
    letIn,
    refusedAt,
    countMessages: () => messages,
    onReply({ path, text }: PlatformRequest, { status, body }: Reply): void {
      const [, bot, method] = CALL.exec(path) ?? [];
      if (bot === undefined) return;
      if (status === 429) refusedAt.push(performance.now());
      if (status !== 200) return;
      if (method !== "sendMessage" && method !== "approveChatJoinRequest") return;
      const fields = JSON.parse(text) as Fields;
      if (method === "approveChatJoinRequest") letIn.add(`${fields.chat_id} ${fields.user_id}`);
      else hearMessage(`${bot} ${fields.chat_id}`, fields, JSON.parse(body).result.message_id);
    },
    /** The chat of a person with a bot. Each message is read once, in any order. */
    openChat(bot: number, person: number) {
      const chat = `${bot} ${person}`;
      const read = new Set<BotMessage>();
      const find = (matches: (message: BotMessage) => boolean): BotMessage | undefined => {
        const found = messagesIn(chat).find((message) => !read.has(message) && matches(message));
        if (found) read.add(found);
        return found;
      };
      return {
        /** A message that matches; null if none comes in that time. */
        async next(matches: (message: BotMessage) => boolean, maxMs: number): Promise<BotMessage | null> {
          const deadline = performance.now() + maxMs;
          for (;;) {
            const found = find(matches);
            const leftMs = deadline - performance.now();
            if (found || leftMs <= 0) return found ?? null;
            await new Promise<void>((resolve) => {
              const wakes = waiting.get(chat) ?? new Set();
              waiting.set(chat, wakes);
              const wake = () => {
                clearTimeout(timer);
                wakes.delete(wake);
                resolve();
              };
              const timer = setTimeout(wake, leftMs);
              wakes.add(wake);
            });
          }
        },
      };
    },
  };
}

type Fields = {
  chat_id: number;
  user_id?: number;
  text?: string;
  reply_markup?: { inline_keyboard: SaidButton[][] };
};
