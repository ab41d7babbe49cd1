import { z } from "zod";
import { BOT_HEALTHS, BOT_TOKEN_TEXT_MAX } from "#app/lib/telegram.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { Id } from "#app/schemas/shared/params.ts";

const { tokenShape } = messages.telegram;

const Token = z.string(tokenShape).trim().min(1, tokenShape).max(BOT_TOKEN_TEXT_MAX, tokenShape);

/** A token is written and never read. */
export const TelegramInput = z.object({
  token: Token.describe("As @BotFather shows it; its whole message is taken too"),
});

export const TelegramBotResponse = z.object({
  username: z.string().describe("Without `@`"),
  state: z
    .enum(BOT_HEALTHS)
    .describe(
      "`ok`; `refused`: Telegram does not take the token, and nothing is sent or received; `elsewhere`: another program gets the bot's updates; `away`: no clear answer, or Telegram cannot reach this server",
    ),
  problem: z.string().nullable().describe("A sentence for its owner"),
  webhook: z.object({
    receives: z
      .enum(["webhook", "polling"])
      .describe("Whether Telegram calls this server, or is asked because it cannot"),
    url: z.string().nullable().describe("Where Telegram calls; null for polling"),
    lastUpdateAt: z.iso.datetime().nullable().describe("To the minute"),
  }),
  chats: z
    .object({ active: z.int(), blocked: z.int() })
    .describe("People who made a claim with the bot, by whether they have blocked it since"),
});
export type TelegramBotResponse = z.infer<typeof TelegramBotResponse>;

export const OneTelegramBotResponse = z.object({ bot: TelegramBotResponse.nullable() });

export const MemberCodeResponse = z.object({
  url: z.string().describe("Opens the bot in Telegram, and links the chat once Start is pressed"),
  expiresAt: z.iso.datetime(),
});

/** What the forms of a member's own chats send. */
export const TelegramDeskForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("telegram-link") }),
  z.object({ intent: z.literal("telegram-group") }),
  z.object({ intent: z.literal("telegram-unlink"), deskChatId: Id }),
]);

/** What the forms of the page send. `password` is the member's own. */
export const TelegramForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("connect"), token: Token, password: z.string().max(500).optional() }),
  z.object({ intent: z.literal("check") }),
  z.object({ intent: z.literal("disconnect"), password: z.string().max(500).optional() }),
]);
