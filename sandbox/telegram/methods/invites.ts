import { randomBytes } from "node:crypto";
import type { ChatInviteLink } from "@grammyjs/types";
import { changeMember, hasRight, isIn, member, memberOf } from "../members.ts";
import { badRequest } from "../refusal.ts";
import type { Group, InviteLink, JoinRequest } from "../world.ts";
import { type Call, findGroup, findUser, type Method } from "./call.ts";

const NAME_MAX = 32;
const LIMIT_MAX = 99_999;

const createChatInviteLink: Method = (call) => {
  const { world, bot, given, origin } = call;
  const group = findInvitable(call, "not enough rights to manage chat invite link");
  const name = given.text("name");
  if ([...name].length > NAME_MAX) throw badRequest("INVITE_LINK_NAME_TOO_LONG");
  const limit = given.integer("member_limit");
  const isByRequest = given.flag("creates_join_request");
  if (limit !== null && isByRequest)
    throw badRequest("member_limit can't be specified for links requiring administrator approval");
  if (limit !== null && (limit < 1 || limit > LIMIT_MAX)) throw badRequest("USAGE_LIMIT_INVALID");
  const expireDate = given.integer("expire_date");
  if (expireDate !== null && expireDate <= world.seconds) throw badRequest("EXPIRE_DATE_INVALID");
  const value: ChatInviteLink = {
    // Telegram's own is https://t.me/+…; this one leads to the page on which one is the visitor.
    invite_link: `${origin}/t.me/+${randomBytes(12).toString("base64url").replaceAll("-", "_")}`,
    creator: bot.user,
    creates_join_request: isByRequest,
    is_primary: false,
    is_revoked: false,
    ...(name !== "" && { name }),
    ...(limit !== null && { member_limit: limit }),
    ...(expireDate !== null && { expire_date: expireDate }),
  };
  world.addLink(group, { value, limit, expiresAt: expireDate });
  return value;
};

const revokeChatInviteLink: Method = (call) => {
  const group = findInvitable(call, "not enough rights to manage chat invite link");
  const found = call.world.findLink(call.given.text("invite_link"));
  if (!found || found.group !== group) throw badRequest("INVITE_HASH_EXPIRED");
  found.link.value = { ...found.link.value, is_revoked: true };
  return found.link.value;
};

const approveChatJoinRequest: Method = (call) => {
  const { group, request } = takeRequest(call);
  changeMember({
    world: call.world,
    group,
    to: member(request.person),
    by: call.bot.user,
    link: request.link.value,
    isByRequest: true,
  });
  return true;
};

const declineChatJoinRequest: Method = (call) => {
  takeRequest(call);
  return true;
};

function findInvitable(call: Call, refusal: string): Group {
  const group = findGroup(call);
  if (!hasRight(group, call.bot, "can_invite_users")) throw badRequest(refusal);
  return group;
}

/** A request that is approved or declined is none any more, and ends the time in which the bot may write. */
function takeRequest(call: Call): { group: Group; request: JoinRequest } {
  const group = findInvitable(call, "not enough rights");
  const user = findUser(call);
  if (isIn(memberOf(group, user))) throw badRequest("USER_ALREADY_PARTICIPANT");
  const request = group.requests.get(user.id);
  if (!request) throw badRequest("HIDE_REQUESTER_MISSING");
  group.requests.delete(user.id);
  countPending(request.link, -1);
  const chat = call.world.findPrivateChat(call.bot, user.id);
  if (chat) chat.isOpenUntil = 0;
  return { group, request };
}

export function countPending(link: InviteLink, change: 1 | -1): void {
  const pending = (link.value.pending_join_request_count ?? 0) + change;
  const { pending_join_request_count, ...rest } = link.value;
  link.value = pending > 0 ? { ...rest, pending_join_request_count: pending } : rest;
}

export const inviteMethods = {
  createChatInviteLink,
  revokeChatInviteLink,
  approveChatJoinRequest,
  declineChatJoinRequest,
};
