import type { ChatMember } from "@grammyjs/types";
import { banned, changeMember, hasRight, isAdministrator, left, memberOf } from "../members.ts";
import { badRequest } from "../refusal.ts";
import type { Group } from "../world.ts";
import { type Call, findChat, findGroup, findUser, type Method } from "./call.ts";
import { toPrivateChat } from "./messages.ts";

/** Telegram takes a ban of less than half a minute, or of more than a year, as one for ever. */
const BAN_MIN_SECONDS = 30;
const BAN_MAX_SECONDS = 366 * 24 * 60 * 60;

/** What every full chat says of itself. */
const LOOKS = { accent_color_id: 0, max_reaction_count: 11, accepted_gift_types: {} };

const getChat: Method = (call) => {
  const { private: found, group } = findChat(call);
  if (!group) return { ...toPrivateChat(found.person), ...LOOKS };
  const own = findGroup(call);
  return { ...own.chat, ...LOOKS };
};

const getChatMember: Method = (call) => {
  const group = findGroup(call);
  const user = findUser(call);
  const isOpen = group.chat.type !== "channel" || isAdministrator(group, call.bot);
  if (!isOpen && user.id !== call.bot.user.id) throw badRequest("member list is inaccessible");
  return memberOf(group, user);
};

const getChatAdministrators: Method = (call) => {
  const group = findGroup(call);
  if (group.chat.type === "channel" && !isAdministrator(group, call.bot))
    throw badRequest("member list is inaccessible");
  return [...group.members.values()].filter(
    ({ status }: ChatMember) => status === "creator" || status === "administrator",
  );
};

const leaveChat: Method = (call) => {
  const group = findGroup(call);
  changeMember({ world: call.world, group, to: left(call.bot.user), by: call.bot.user });
  return true;
};

const banChatMember: Method = (call) => {
  const group = findRestrictable(call);
  const user = findUser(call);
  assertMayRemove(call, memberOf(group, user));
  const until = call.given.integer("until_date") ?? 0;
  const seconds = until - call.world.seconds;
  const isForEver = seconds < BAN_MIN_SECONDS || seconds > BAN_MAX_SECONDS;
  changeMember({
    world: call.world,
    group,
    to: banned(user, isForEver ? 0 : until),
    by: call.bot.user,
  });
  group.requests.delete(user.id);
  return true;
};

/** Without `only_if_banned` it removes one who is in the chat. */
const unbanChatMember: Method = (call) => {
  const group = findRestrictable(call);
  const user = findUser(call);
  const current = memberOf(group, user);
  if (current.status === "left") return true;
  if (current.status !== "kicked") {
    if (call.given.flag("only_if_banned")) return true;
    assertMayRemove(call, current);
  }
  changeMember({ world: call.world, group, to: left(user), by: call.bot.user });
  return true;
};

function findRestrictable(call: Call): Group {
  const group = findGroup(call);
  if (!hasRight(group, call.bot, "can_restrict_members"))
    throw badRequest("not enough rights to restrict/unrestrict chat member");
  return group;
}

function assertMayRemove({ bot }: Call, { status, user }: ChatMember): void {
  if (user.id === bot.user.id) throw badRequest("can't restrict self");
  if (status === "creator") throw badRequest("can't remove chat owner");
  if (status === "administrator") throw badRequest("user is an administrator of the chat");
}

export const memberMethods = {
  getChat,
  getChatMember,
  getChatAdministrators,
  leaveChat,
  banChatMember,
  unbanChatMember,
};
