import type { User } from "@grammyjs/types";
import {
  administratingBots,
  administrator,
  changeMember,
  hasRight,
  isIn,
  left,
  member,
  memberOf,
  owner,
  type Rights,
} from "./members.ts";
import { countPending } from "./methods/invites.ts";
import { Impossible } from "./people.ts";
import type { Bot, Group, TelegramWorld } from "./world.ts";

/** After a request to join, the bot may write to the person for five minutes. */
const OPEN_MS = 5 * 60 * 1000;

export type NewGroup = {
  type: "channel" | "supergroup";
  title: string;
  username?: string;
  /** Negative, as Telegram's are. */
  id?: number;
  owner?: User;
};

export function createGroup(world: TelegramWorld, given: NewGroup): Group {
  const group = world.addGroup(given.type, given.title, given.username, given.id);
  const user = given.owner ?? world.addPerson({ first_name: `Owner of ${given.title}` });
  group.members.set(user.id, owner(user));
  return group;
}

/** What the owner makes of a bot: an administrator with rights, a member, or nothing. */
export function placeBot(
  world: TelegramWorld,
  group: Group,
  bot: Bot,
  rights: Rights | "member" | null,
): void {
  const by = [...group.members.values()].find(({ status }) => status === "creator")?.user ?? bot.user;
  const to =
    rights === null
      ? left(bot.user)
      : rights === "member"
        ? member(bot.user)
        : administrator(bot.user, rights);
  changeMember({ world, group, to, by });
}

/** Presses an invite link. One with requests asks, any other lets in. */
export function followInviteLink(world: TelegramWorld, person: User, address: string): "asked" | "joined" {
  const found = world.findLink(address);
  const isUsable =
    found &&
    !found.link.value.is_revoked &&
    (found.link.expiresAt ?? Number.POSITIVE_INFINITY) > world.seconds;
  if (!isUsable) throw new Impossible("The link has expired.");
  const { group, link } = found;
  const { status } = memberOf(group, person);
  if (status === "kicked") throw new Impossible("They were removed from the chat.");
  if (isIn(memberOf(group, person))) throw new Impossible("They are in the chat already.");
  if (!link.value.creates_join_request) {
    if (link.limit === 0) throw new Impossible("The link has expired.");
    if (link.limit !== null) link.limit -= 1;
    changeMember({ world, group, to: member(person), by: person, link: link.value });
    return "joined";
  }
  if (group.requests.has(person.id)) return "asked";
  group.requests.set(person.id, { person, link });
  countPending(link, 1);
  for (const bot of administratingBots(world, group)) {
    if (!hasRight(group, bot, "can_invite_users")) continue;
    world.takePrivateChat(bot, person).isOpenUntil = world.now() + OPEN_MS;
    const request = {
      chat: group.chat,
      from: person,
      user_chat_id: person.id,
      date: world.seconds,
      invite_link: link.value,
    };
    bot.queue.push("chat_join_request", request, person.id);
  }
  return "asked";
}

/** Joins without a link, as one whom the owner added. */
export function joinGroup(world: TelegramWorld, person: User, group: Group): void {
  if (memberOf(group, person).status === "kicked") throw new Impossible("They were removed from the chat.");
  changeMember({ world, group, to: member(person), by: person });
}

/** Leaves, or takes the request back. */
export function leaveGroup(world: TelegramWorld, person: User, group: Group): void {
  const request = group.requests.get(person.id);
  if (request) {
    group.requests.delete(person.id);
    countPending(request.link, -1);
  }
  if (isIn(memberOf(group, person))) changeMember({ world, group, to: left(person), by: person });
}
