import type {
  ChatAdministratorRights,
  ChatInviteLink,
  ChatMember,
  Message,
  Update,
  User,
} from "@grammyjs/types";
import type { Bot, Group, TelegramWorld } from "./world.ts";

/** Rights of an administrator that begin with `can_`. */
export type Rights = Partial<Record<Extract<keyof ChatAdministratorRights, `can_${string}`>, boolean>>;

const NO_RIGHTS: ChatAdministratorRights = {
  is_anonymous: false,
  can_manage_chat: true,
  can_delete_messages: false,
  can_manage_video_chats: false,
  can_restrict_members: false,
  can_promote_members: false,
  can_change_info: false,
  can_invite_users: false,
  can_send_welcome_messages: false,
  can_post_stories: false,
  can_edit_stories: false,
  can_delete_stories: false,
};

export const left = (user: User): ChatMember => ({ status: "left", user });
export const member = (user: User): ChatMember => ({ status: "member", user });
export const owner = (user: User): ChatMember => ({ status: "creator", user, is_anonymous: false });
/** `until` 0 is for ever. */
export const banned = (user: User, until = 0): ChatMember => ({ status: "kicked", user, until_date: until });
export const administrator = (user: User, rights: Rights): ChatMember =>
  ({ status: "administrator", user, can_be_edited: false, ...NO_RIGHTS, ...rights }) as ChatMember;

export const memberOf = (group: Group, user: User): ChatMember => group.members.get(user.id) ?? left(user);

export const isIn = ({ status }: ChatMember) => status !== "left" && status !== "kicked";

export function hasRight(group: Group, bot: Bot, right: keyof Rights): boolean {
  const found = group.members.get(bot.user.id);
  return found?.status === "administrator" && found[right as "can_invite_users"] === true;
}

export const isAdministrator = (group: Group, bot: Bot) =>
  group.members.get(bot.user.id)?.status === "administrator";

/** The bots that are told what happens among a group's members. */
export function* administratingBots(world: TelegramWorld, group: Group): Generator<Bot> {
  for (const { status, user } of group.members.values()) {
    const bot = status === "administrator" && user.is_bot ? world.bots.get(user.id) : undefined;
    if (bot) yield bot;
  }
}

type Change = {
  world: TelegramWorld;
  group: Group;
  to: ChatMember;
  by: User;
  link?: ChatInviteLink | undefined;
  isByRequest?: boolean;
};

/** Changes what somebody is in a group, and tells the bots that may know. */
export function changeMember({ world, group, to, by, link, isByRequest = false }: Change): void {
  const from = memberOf(group, to.user);
  if (from.status === to.status && from.status !== "administrator") return;
  const update = {
    chat: group.chat,
    from: by,
    date: world.seconds,
    old_chat_member: from,
    new_chat_member: to,
    ...(link && { invite_link: link }),
    ...(isByRequest && { via_join_request: true }),
  };
  // Before the change: a bot that is removed is told of it too.
  const own = to.user.is_bot ? world.bots.get(to.user.id) : undefined;
  own?.queue.push("my_chat_member", update, group.chat.id);
  for (const bot of administratingBots(world, group))
    if (bot !== own) bot.queue.push("chat_member", update, group.chat.id);
  // A bot that is out still knows the chat, and is told so.
  if (to.status === "left" && !to.user.is_bot) group.members.delete(to.user.id);
  else group.members.set(to.user.id, to);
  if (group.chat.type === "supergroup" && isIn(from) !== isIn(to)) showChange(world, group, to, by);
}

/** A supergroup shows who came and who went, and all of its bots read that. */
function showChange(world: TelegramWorld, group: Group, to: ChatMember, by: User): void {
  const what = isIn(to) ? { new_chat_members: [to.user] } : { left_chat_member: to.user };
  const message = group.book.add(
    (id) => ({ message_id: id, from: by, chat: group.chat, date: world.seconds, ...what }) as Message,
    false,
  );
  for (const one of group.members.values()) {
    const bot = one.user.is_bot && isIn(one) ? world.bots.get(one.user.id) : undefined;
    bot?.queue.push("message", message as NonNullable<Update["message"]>, group.chat.id);
  }
}
