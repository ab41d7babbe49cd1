import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { ApiResponse, ChatInviteLink, Message, Update } from "@grammyjs/types";
import { startSandbox } from "../../../sandbox/server.ts";
import { telegramPeople } from "../../support/telegram-people.ts";

export const BOT = 700_000_001;
export const TOKEN = `${BOT}:sandbox-token-sandbox-token-sandbox`;
/** What a bot needs to keep a door. */
export const DOOR_RIGHTS = { can_invite_users: true, can_restrict_members: true, can_post_messages: true };
const ALL_UPDATES = [
  "message",
  "edited_message",
  "callback_query",
  "my_chat_member",
  "chat_member",
  "chat_join_request",
];

/** The sandbox's Telegram with a clock that only a test moves, and a bot that calls it. */
export async function startTelegram() {
  const clock = { now: Date.UTC(2026, 10, 30, 12) };
  const lines: string[] = [];
  const sandbox = await startSandbox({ port: 0, now: () => clock.now, log: (line) => lines.push(line) });

  async function call<T = true>(method: string, given: object = {}, token = TOKEN): Promise<ApiResponse<T>> {
    const response = await fetch(`${sandbox.url}/bot${token}/${method}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(given),
    });
    const answer = (await response.json()) as ApiResponse<T>;
    if (response.status !== (answer.ok ? 200 : answer.error_code))
      throw new Error(`${method}: the status ${response.status} is not that of the answer.`);
    return answer;
  }

  /** The result of a call that must succeed. */
  async function result<T = true>(method: string, given: object = {}, token = TOKEN): Promise<T> {
    const answer = await call<T>(method, given, token);
    if (!answer.ok) throw new Error(`${method}: ${answer.description}`);
    return answer.result;
  }

  return {
    sandbox,
    clock,
    /** The sandbox's log. */
    lines,
    people: telegramPeople(sandbox.url),
    call,
    result,
    /** What a refused call says, or null. */
    async refusal(method: string, given: object = {}, token = TOKEN): Promise<string | null> {
      const answer = await call(method, given, token);
      return answer.ok ? null : answer.description;
    },
    send: (chatId: number, sentence: string, more: object = {}) =>
      result<Message>("sendMessage", { chat_id: chatId, text: sentence, ...more }),
    /** What waits, which counts as read. */
    async readUpdates(): Promise<Update[]> {
      const updates = await result<Update[]>("getUpdates", { allowed_updates: ALL_UPDATES });
      const last = updates.at(-1);
      if (last) await result("getUpdates", { offset: last.update_id + 1, limit: 1 });
      return updates;
    },
    createLink: (chatId: number, more: object = { creates_join_request: true }) =>
      result<ChatInviteLink>("createChatInviteLink", { chat_id: chatId, ...more }),
    reset() {
      clock.now = Date.UTC(2026, 10, 30, 12);
      sandbox.reset();
    },
  };
}

export type StartedTelegram = Awaited<ReturnType<typeof startTelegram>>;

type Received = { update: Update; secret: string | undefined };

/** A product's webhook: keeps what it gets, and answers with what `answer` gives. */
export async function startWebhook(answer: (update: Update) => number | Promise<number> = () => 200) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const update = JSON.parse(await text(request)) as Update;
    const secret = request.headers["x-telegram-bot-api-secret-token"];
    received.push({ update, secret: secret?.toString() });
    response.writeHead(await answer(update)).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/updates`,
    received,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
