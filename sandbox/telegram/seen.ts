import type { Message, MessageEntity } from "@grammyjs/types";
import { isIn } from "./members.ts";
import type { ButtonAnswer, KeptMessage } from "./message-book.ts";
import type { Place } from "./people.ts";
import type { Bot, Group } from "./world.ts";

export type SeenButton = { text: string; data: string | null; url: string | null };

export type SeenMessage = {
  id: number;
  isFromBot: boolean;
  from: string;
  text: string;
  entities: MessageEntity[];
  at: number;
  buttons: SeenButton[][];
  earlierTexts: string[];
  isDeleted: boolean;
};

export type SeenChat = {
  messages: SeenMessage[];
  /** The buttons below the text box. */
  keyboard: { text: string; isContact: boolean }[][];
  /** To the button that was pressed last. */
  answer: ButtonAnswer | null;
  isBlocked: boolean;
  isStarted: boolean;
};

/** What stands in a chat, the newest message last. */
export function describeChat({ private: found, group }: Place): SeenChat {
  const { book } = found ?? group;
  return {
    messages: book.all().map(describeMessage),
    keyboard: (book.keyboard?.keyboard ?? []).map((row) =>
      row.map((button) =>
        typeof button === "string"
          ? { text: button, isContact: false }
          : { text: button.text, isContact: "request_contact" in button },
      ),
    ),
    answer: book.answer,
    isBlocked: found?.isBlocked ?? false,
    isStarted: found?.isStarted ?? true,
  };
}

function describeMessage({ message, isFromBot, earlierTexts, isDeleted }: KeptMessage): SeenMessage {
  const rows = message.reply_markup?.inline_keyboard ?? [];
  return {
    id: message.message_id,
    isFromBot,
    from: message.from?.first_name ?? message.chat.title ?? "",
    text: textOf(message),
    entities: message.entities ?? [],
    at: message.date,
    buttons: rows.map((row) =>
      row.map((button) => ({
        text: button.text,
        data: "callback_data" in button ? button.callback_data : null,
        url: "url" in button ? button.url : null,
      })),
    ),
    earlierTexts,
    isDeleted,
  };
}

function textOf({ text, document, voice, sticker, contact, ...others }: Message): string {
  const { new_chat_members: came = [], left_chat_member: gone } = others;
  if (text !== undefined) return text;
  if (came.length > 0) return `${came.map(({ first_name }) => first_name).join(", ")} joined`;
  if (gone) return `${gone.first_name} left`;
  if (document) return `File: ${document.file_name ?? ""}`;
  if (voice) return `Voice: ${voice.duration} s`;
  if (sticker) return sticker.emoji ?? "Sticker";
  return contact ? `Contact: ${contact.phone_number}` : "";
}

export type SeenGroup = {
  id: number;
  type: "channel" | "supergroup";
  title: string;
  /** Those who are in. */
  members: { id: number; name: string; status: string; isBot: boolean }[];
  /** Ids of those whose request waits. */
  requests: number[];
  links: { address: string; name: string; isRevoked: boolean; isByRequest: boolean }[];
};

export function describeGroup(group: Group): SeenGroup {
  return {
    id: group.chat.id,
    type: group.chat.type,
    title: group.chat.title,
    members: [...group.members.values()].filter(isIn).map(({ user, status }) => ({
      id: user.id,
      name: user.first_name,
      status,
      isBot: user.is_bot,
    })),
    requests: [...group.requests.keys()],
    links: [...group.links.values()].map(({ value }) => ({
      address: value.invite_link,
      name: value.name ?? "",
      isRevoked: value.is_revoked,
      isByRequest: value.creates_join_request,
    })),
  };
}

export type SeenBot = {
  id: number;
  username: string;
  webhook: string | null;
  pendingUpdates: number;
  calls: Record<string, number>;
  /** How many messages were refused with 429, by the limit. */
  tooMany: { all: number; private: number; group: number };
  /** By language, "" for all others. */
  commands: Record<string, { command: string; description: string }[]>;
};

export const describeBot = ({ user, queue, calls, pace, commands }: Bot): SeenBot => ({
  id: user.id,
  username: user.username ?? "",
  webhook: queue.webhook?.url ?? null,
  pendingUpdates: queue.pendingCount,
  calls: Object.fromEntries(calls),
  tooMany: { ...pace.refused },
  commands: Object.fromEntries(commands),
});
