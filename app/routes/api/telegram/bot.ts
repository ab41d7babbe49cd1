import { del, endpoint, get, put } from "#app/http/api/endpoint.server.ts";
import { presentTelegramBot } from "#app/presenters/telegram.ts";
import { OneTelegramBotResponse, TelegramInput } from "#app/schemas/telegram.ts";
import { connectBot, disconnectBot } from "#app/services/telegram/bots/connect-bot.server.ts";
import { describeBot, findBot } from "#app/services/telegram/bots/find-bot.server.ts";

const path = "/api/telegram";

const handle = endpoint(
  get({
    path,
    summary: "The workspace's Telegram bot, and how it is",
    description: "Where none is connected, `bot` is null. The token is in no response.",
    auth: "user",
    action: "telegram:write",
    memberAction: "connections:read",
    response: OneTelegramBotResponse,
    run: async ({ workspace }) => {
      const bot = await findBot(workspace.id);
      return { bot: bot && presentTelegramBot(bot, await describeBot(bot)) };
    },
  }),
  put({
    path,
    summary: "Connect a Telegram bot, or give it another token",
    description:
      "Telegram is asked whose token it is; it is stored encrypted and never shown again. A new token of the same bot keeps its chats; another bot ends them. A bot is connected to one workspace. For owners with a password or provider sign-in of the last 15 minutes.",
    auth: "user",
    action: "workspace:write",
    needsRecentAuthentication: true,
    body: TelegramInput,
    example: { token: "123456789:AAF0123456789abcdefghijklmnopqrstuv" },
    response: OneTelegramBotResponse,
    errors: { 409: ["bot_taken"], 502: ["platform_unreachable"] },
    run: async ({ access, body: { token } }) => {
      const bot = await connectBot({ access, token });
      return { bot: presentTelegramBot(bot, await describeBot(bot)) };
    },
  }),
  del({
    path,
    summary: "Disconnect the Telegram bot",
    description:
      "Its token and its chats are deleted. Claims that were made in them stay. For owners with a password or provider sign-in of the last 15 minutes.",
    auth: "user",
    action: "workspace:write",
    needsRecentAuthentication: true,
    status: 204,
    errors: { 404: ["not_found"] },
    run: async ({ access }) => disconnectBot({ access }),
  }),
);

export const loader = handle;
export const action = handle;
