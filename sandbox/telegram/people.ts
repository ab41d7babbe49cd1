import { randomInt } from "node:crypto";
import type { Message, Update, User } from "@grammyjs/types";
import { findCommands } from "./formatted-text.ts";
import { isIn, memberOf } from "./members.ts";
import type { MessageBook } from "./message-book.ts";
import { toPrivateChat } from "./methods/messages.ts";
import type { Bot, Group, PrivateChat, TelegramWorld } from "./world.ts";

/** What a person cannot do, in a sentence for whoever tries. */
export class Impossible extends Error {}

/** Where a person writes: the chat with a bot, or a group. */
export type Place = { private: PrivateChat; group: null } | { private: null; group: Group };

export type Content = {
  text?: string;
  /** The name of a file. */
  file?: string;
  /** Seconds. */
  voice?: number;
  sticker?: string;
  /** A phone number; of the person's own account, as the button for it sends, unless `isOwn` is false. */
  contact?: { phone: string; isOwn: boolean };
};

const START = /^[\w-]{1,64}$/;
const TEXT_MAX = 4096;

const bookOf = ({ private: found, group }: Place): MessageBook => (found ?? group).book;

/** Presses Start below a deep link, which also takes a block away. */
export function pressStart(world: TelegramWorld, bot: Bot, person: User, start: string): Message[] {
  if (start !== "" && !START.test(start)) throw new Impossible("The link's start is not one of Telegram's.");
  const chat = world.takePrivateChat(bot, person);
  if (chat.isBlocked) setBlocked(world, chat, false);
  return say(world, { private: chat, group: null }, person, { text: `/start ${start}`.trim() });
}

/** Writes, sends or shares. A long text becomes several messages, as in Telegram's apps. */
export function say(world: TelegramWorld, place: Place, person: User, content: Content): Message[] {
  if (place.private?.isBlocked) throw new Impossible("The bot is blocked.");
  if (place.group) {
    const isReader = place.group.chat.type === "channel";
    if (isReader || !isIn(memberOf(place.group, person))) throw new Impossible("They may not write there.");
  } else place.private.isStarted = true;
  return splitContent(content, person).map((part) => sendPart(world, place, person, part));
}

function splitContent({ text, file, voice, sticker, contact }: Content, person: User): Partial<Message>[] {
  const id = `file-${randomInt(2 ** 47)}`;
  const stored = { file_id: id, file_unique_id: id };
  if (file !== undefined) return [{ document: { ...stored, file_name: file, file_size: 12_345 } }];
  if (voice !== undefined) return [{ voice: { ...stored, duration: voice, mime_type: "audio/ogg" } }];
  if (sticker !== undefined)
    return [
      {
        sticker: {
          ...stored,
          type: "regular",
          width: 512,
          height: 512,
          is_animated: false,
          is_video: false,
          emoji: sticker,
        },
      },
    ];
  if (contact) {
    const own = contact.isOwn
      ? { first_name: person.first_name, user_id: person.id }
      : { first_name: "Friend" };
    return [{ contact: { phone_number: contact.phone, ...own } }];
  }
  const characters = [...(text ?? "").trim()];
  if (characters.length === 0) throw new Impossible("There is nothing to send.");
  const parts: Partial<Message>[] = [];
  for (let at = 0; at < characters.length; at += TEXT_MAX)
    parts.push(toText(characters.slice(at, at + TEXT_MAX).join("")));
  return parts;
}

function toText(text: string): Partial<Message> {
  const entities = findCommands(text);
  return { text, ...(entities.length > 0 && { entities }) };
}

function sendPart(world: TelegramWorld, place: Place, person: User, part: Partial<Message>): Message {
  const chat = place.group?.chat ?? toPrivateChat(person);
  const message = bookOf(place).add(
    (id) => ({ message_id: id, from: person, chat, date: world.seconds, ...part }) as Message,
    false,
  );
  for (const bot of readersOf(world, place, message))
    bot.queue.push("message", message as NonNullable<Update["message"]>, chat.id);
  return message;
}

/** In a group a bot reads everything as an administrator, and commands alone without. */
function* readersOf(
  world: TelegramWorld,
  { private: found, group }: Place,
  message: Message,
): Generator<Bot> {
  if (found) yield found.bot;
  for (const member of group?.members.values() ?? []) {
    const bot = member.user.is_bot && isIn(member) ? world.bots.get(member.user.id) : undefined;
    const readsAll = member.status === "administrator";
    if (bot && (readsAll || message.text?.startsWith("/"))) yield bot;
  }
}

export function editOwn(
  world: TelegramWorld,
  place: Place,
  person: User,
  { messageId, text }: { messageId: number; text: string },
): Message {
  const book = bookOf(place);
  const kept = book.find(messageId);
  if (!kept || kept.message.from?.id !== person.id) throw new Impossible("They have no such message.");
  const { entities, ...old } = kept.message;
  const message = book.replace(kept, { ...old, ...toText(text), edit_date: world.seconds } as Message);
  for (const bot of readersOf(world, place, message))
    bot.queue.push("edited_message", message as NonNullable<Update["edited_message"]>, message.chat.id);
  return message;
}

/** Presses a button of a message, by what stands on it or by its data. @returns where a link leads, or null */
export function pressButton(
  world: TelegramWorld,
  place: Place,
  person: User,
  { messageId, button: name }: { messageId: number; button: string },
): string | null {
  const book = bookOf(place);
  const kept = book.find(messageId);
  const buttons = kept?.message.reply_markup?.inline_keyboard.flat() ?? [];
  const button = buttons.find(
    (one) => ("callback_data" in one && one.callback_data === name) || one.text === name,
  );
  if (!kept || !button) throw new Impossible("The message has no such button.");
  if ("url" in button) return button.url;
  const bot = world.bots.get(kept.message.from?.id ?? 0);
  if (!bot || !("callback_data" in button)) throw new Impossible("The button does nothing here.");
  const id = String(randomInt(2 ** 47));
  bot.presses.set(id, { at: world.now(), book });
  book.answer = null;
  const query = {
    id,
    from: person,
    message: kept.message,
    chat_instance: String(kept.message.chat.id),
    data: button.callback_data,
  };
  bot.queue.push("callback_query", query, person.id);
  return null;
}

export function setBlocked(world: TelegramWorld, chat: PrivateChat, isBlocked: boolean): void {
  if (chat.isBlocked === isBlocked) return;
  chat.isBlocked = isBlocked;
  const { user } = chat.bot;
  const member = { status: "member", user } as const;
  const banned = { status: "kicked", user, until_date: 0 } as const;
  const update = {
    chat: toPrivateChat(chat.person),
    from: chat.person,
    date: world.seconds,
    old_chat_member: isBlocked ? member : banned,
    new_chat_member: isBlocked ? banned : member,
  };
  chat.bot.queue.push("my_chat_member", update, chat.person.id);
}
