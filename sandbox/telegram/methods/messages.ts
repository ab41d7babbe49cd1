import type { Chat, Message, User } from "@grammyjs/types";
import { readFormattedText } from "../formatted-text.ts";
import { readMarkup } from "../keyboards.ts";
import { hasRight } from "../members.ts";
import type { KeptMessage, MessageBook } from "../message-book.ts";
import { badRequest, forbidden } from "../refusal.ts";
import type { Group, PrivateChat } from "../world.ts";
import { assertIsIn, type Call, findChat, type Method } from "./call.ts";

/** Telegram names no time after which a press is too old; here it is a minute. */
const PRESS_MS = 60_000;
const ANSWER_MAX = 200;
const DELETE_SECONDS = 48 * 60 * 60;
const NOT_MODIFIED =
  "message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message";

const sendMessage: Method = (call) => {
  const { world, bot, given } = call;
  const { chat, book } = findWritable(call);
  const { text, entities } = readFormattedText(given.text("text"), given.text("parse_mode"));
  const { inline, reply } = readMarkup(given);
  assertPace(call, chat.id);
  if (reply !== undefined) book.keyboard = reply;
  const options = given.structure("link_preview_options");
  return book.add(
    (id) =>
      ({
        message_id: id,
        ...(chat.type === "channel" ? { sender_chat: chat } : { from: bot.user }),
        chat,
        date: world.seconds,
        text,
        ...(entities.length > 0 && { entities }),
        ...(inline && { reply_markup: inline }),
        ...(options !== undefined && { link_preview_options: options }),
      }) as Message,
    true,
  );
};

type Place = { chat: Chat; book: MessageBook };

/** The chat of a call, if the bot may write there. */
function findWritable(call: Call): Place {
  const { private: found, group } = findChat(call);
  if (group) {
    assertIsIn(call.bot, group);
    if (group.chat.type === "channel" && !hasRight(group, call.bot, "can_post_messages"))
      throw badRequest("need administrator rights in the channel chat");
    return { chat: group.chat, book: group.book };
  }
  if (found.isBlocked) throw forbidden("bot was blocked by the user");
  if (!found.isStarted && found.isOpenUntil <= call.world.now())
    throw forbidden("bot can't initiate conversation with a user");
  return { chat: toPrivateChat(found.person), book: found.book };
}

function assertPace({ world, bot }: Call, chatId: number): void {
  const refusal = bot.pace.check(chatId, world.now(), world.settings.pace);
  if (refusal) throw refusal;
}

export const toPrivateChat = ({ id, first_name, username }: User): Chat.PrivateChat => ({
  id,
  type: "private",
  first_name,
  ...(username && { username }),
});

function findKept(
  { private: found, group }: { private: PrivateChat | null; group: Group | null },
  id: number | null,
) {
  const book = (found ?? group)?.book;
  return book ? { book, kept: book.find(id) } : null;
}

function findOwn(call: Call): { book: MessageBook; kept: KeptMessage; chatId: number } {
  const { chat } = findWritable(call);
  const found = findKept(findChat(call), call.given.integer("message_id"));
  if (!found?.kept) throw badRequest("message to edit not found");
  if (!found.kept.isFromBot) throw badRequest("message can't be edited");
  return { book: found.book, kept: found.kept, chatId: chat.id };
}

/** Without buttons in the call the message loses its own. */
const editMessageText: Method = (call) => {
  const { book, kept, chatId } = findOwn(call);
  const { text, entities } = readFormattedText(call.given.text("text"), call.given.text("parse_mode"));
  return edit(call, { book, kept, chatId }, { text, entities });
};

const editMessageReplyMarkup: Method = (call) => {
  const own = findOwn(call);
  const { text = "", entities = [] } = own.kept.message;
  return edit(call, own, { text, entities });
};

function edit(
  call: Call,
  { book, kept, chatId }: { book: MessageBook; kept: KeptMessage; chatId: number },
  { text, entities }: Required<Pick<Message, "text" | "entities">>,
): Message {
  const { inline } = readMarkup(call.given);
  const { reply_markup, edit_date, entities: _, ...old } = kept.message;
  const parts = (message: Partial<Message>) =>
    JSON.stringify([message.text, message.entities ?? [], message.reply_markup?.inline_keyboard ?? []]);
  const isSame = parts(kept.message) === parts({ text, entities, ...(inline && { reply_markup: inline }) });
  if (isSame) throw badRequest(NOT_MODIFIED);
  assertPace(call, chatId);
  return book.replace(kept, {
    ...old,
    text,
    edit_date: call.world.seconds,
    ...(entities.length > 0 && { entities }),
    ...(inline && { reply_markup: inline }),
  } as Message);
}

const deleteMessage: Method = (call) => {
  const place = findChat(call);
  if (place.group) assertIsIn(call.bot, place.group);
  const found = findKept(place, call.given.integer("message_id"));
  if (!found?.kept) throw badRequest("message to delete not found");
  const isOld = found.kept.message.date < call.world.seconds - DELETE_SECONDS;
  const mayDelete =
    place.group === null || found.kept.isFromBot || hasRight(place.group, call.bot, "can_delete_messages");
  if (isOld || !mayDelete) throw badRequest("message can't be deleted");
  found.kept.isDeleted = true;
  found.book.announce();
  return true;
};

const answerCallbackQuery: Method = ({ world, bot, given }) => {
  const press = bot.presses.get(given.text("callback_query_id"));
  if (!press || press.at < world.now() - PRESS_MS)
    throw badRequest("query is too old and response timeout expired or query ID is invalid");
  const text = given.text("text");
  if ([...text].length > ANSWER_MAX) throw badRequest("MESSAGE_TOO_LONG");
  press.book.answer = { text, isAlert: given.flag("show_alert"), url: given.text("url") };
  press.book.announce();
  return true;
};

export const messageMethods = {
  sendMessage,
  editMessageText,
  editMessageReplyMarkup,
  deleteMessage,
  answerCallbackQuery,
};
