import { z } from "zod";

/** More than Telegram takes of a text, whose emoji are several characters here. */
const TEXT_MAX = 4096 * 8;
const DATA_MAX = 64;

const Person = z.object({
  id: z.int(),
  is_bot: z.boolean(),
  first_name: z.string().max(256).default(""),
  language_code: z.string().max(35).optional(),
});
const Chat = z.object({ id: z.int(), type: z.string().max(20), title: z.string().max(256).optional() });
const Message = z.object({
  message_id: z.int(),
  from: Person.optional(),
  chat: Chat,
  text: z.string().max(TEXT_MAX).optional(),
  contact: z.object({ phone_number: z.string().max(40), user_id: z.int().optional() }).optional(),
});
const Member = z.object({
  chat: Chat,
  from: Person,
  new_chat_member: z.object({
    status: z.string().max(20),
    user: Person,
    is_member: z.boolean().optional(),
    can_invite_users: z.boolean().optional(),
  }),
});

/** What is read of an update. The rest of it is nobody's business here. */
const Update = z.object({
  message: Message.optional(),
  callback_query: z
    .object({
      id: z.string().max(64),
      from: Person,
      message: z.object({ message_id: z.int(), chat: Chat }).optional(),
      data: z.string().max(DATA_MAX).optional(),
    })
    .optional(),
  my_chat_member: Member.optional(),
  chat_member: Member.optional(),
  chat_join_request: z.object({ chat: Chat, from: Person, user_chat_id: z.int() }).optional(),
});

/** What somebody does in a private chat with the bot. */
export type PersonAction = {
  telegramUserId: string;
  languageCode: string | undefined;
} & (
  | { kind: "command"; name: string; argument: string }
  | { kind: "text"; text: string }
  /** A contact that was sent in place of a number. */
  | { kind: "contact"; phone: string }
  /** A picture, a file, a voice message and the like. */
  | { kind: "other" }
  | { kind: "pressed"; queryId: string; messageId: number | null; data: string }
  | { kind: "blocked"; isBlocked: boolean }
);

/** What happens at a channel or group. */
export type DoorAction = { chatId: string } & (
  | { kind: "asked"; telegramUserId: string; languageCode: string | undefined }
  | { kind: "moved"; telegramUserId: string; isIn: boolean }
  /** The bot itself: whether it may let people in there. */
  | { kind: "placed"; mayInvite: boolean }
);

/** Who is in a chat. */
const IN = ["member", "administrator", "creator"];
/** More than a link to a bot may carry. */
const COMMAND_MAX = 300;
const COMMAND_NAME = /^\w{1,32}$/;

/** `/start@bot token`, in any case. */
function readCommand(text: string): { name: string; argument: string } | null {
  if (!text.startsWith("/") || text.length > COMMAND_MAX) return null;
  const [head = "", ...words] = text.slice(1).trim().split(/\s+/);
  const [name = ""] = head.split("@", 1);
  return COMMAND_NAME.test(name) ? { name: name.toLowerCase(), argument: words.join(" ") } : null;
}

/** What a stored update says. Null for what nothing follows from, and for what Telegram does not send. */
export function readAction(body: string): PersonAction | DoorAction | null {
  const update = Update.safeParse(JSON.parse(body)).data;
  if (!update) return null;
  const { message, callback_query: pressed, my_chat_member: member, chat_member: moved } = update;
  const asked = update.chat_join_request;
  if (asked) return { kind: "asked", chatId: String(asked.chat.id), ...toPerson(asked.from) };
  if (moved) {
    const { status, user, is_member: isMember = false } = moved.new_chat_member;
    const isIn = IN.includes(status) || (status === "restricted" && isMember);
    return { kind: "moved", chatId: String(moved.chat.id), telegramUserId: String(user.id), isIn };
  }
  if (pressed) {
    const { id: queryId, from, message: shown, data = "" } = pressed;
    if (from.is_bot || shown?.chat.type !== "private") return null;
    return { ...toPerson(from), kind: "pressed", queryId, messageId: shown.message_id, data };
  }
  if (member) {
    const { status, can_invite_users: mayInvite = false } = member.new_chat_member;
    if (member.chat.type !== "private")
      return {
        kind: "placed",
        chatId: String(member.chat.id),
        mayInvite: status === "administrator" && mayInvite,
      };
    return {
      ...toPerson(member.from),
      kind: "blocked",
      isBlocked: member.new_chat_member.status === "kicked",
    };
  }
  if (!message?.from || message.from.is_bot || message.chat.type !== "private") return null;
  const person = toPerson(message.from);
  const { text, contact } = message;
  if (contact) return { ...person, kind: "contact", phone: contact.phone_number };
  if (text === undefined) return { ...person, kind: "other" };
  const command = readCommand(text);
  if (command) return { ...person, kind: "command", ...command };
  return { ...person, kind: "text", text };
}

const toPerson = ({ id, language_code: languageCode }: z.infer<typeof Person>) => ({
  telegramUserId: String(id),
  languageCode,
});
