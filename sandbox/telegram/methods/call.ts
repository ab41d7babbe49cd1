import type { User } from "@grammyjs/types";
import { isIn } from "../members.ts";
import type { Parameters } from "../parameters.ts";
import { badRequest, forbidden } from "../refusal.ts";
import type { Bot, Group, PrivateChat, TelegramWorld } from "../world.ts";

/** One call of a method. */
export type Call = {
  world: TelegramWorld;
  bot: Bot;
  given: Parameters;
  /** Where the sandbox was called, without a path. */
  origin: string;
};

/** Gives the result, or a result with Telegram's description of it. @throws Refusal */
export type Method = (call: Call) => unknown;

/** A result that Telegram describes. */
export class Described {
  constructor(
    readonly result: unknown,
    readonly description: string,
  ) {}
}

export type FoundChat = { private: PrivateChat; group: null } | { private: null; group: Group };

/** The chat of `chat_id`, if the bot knows it. */
export function findChat({ world, bot, given }: Call): FoundChat {
  const name = given.text("chat_id").trim();
  if (name === "") throw badRequest("chat_id is empty");
  if (name.startsWith("@")) {
    const named = [...world.groups.values()].find(({ chat }) => chat.username === name.slice(1));
    if (named) return { private: null, group: named };
    throw badRequest("chat not found");
  }
  const id = given.integer("chat_id") ?? 0;
  const privateChat = world.findPrivateChat(bot, id);
  if (privateChat) return { private: privateChat, group: null };
  const group = world.groups.get(id);
  if (group?.members.has(bot.user.id) || group?.chat.username) return { private: null, group };
  throw badRequest("chat not found");
}

/** A group in which the bot is. */
export function findGroup(call: Call): Group {
  const { group } = findChat(call);
  if (!group) throw badRequest("method is available for supergroup and channel chats only");
  assertIsIn(call.bot, group);
  return group;
}

export function assertIsIn(bot: Bot, group: Group): void {
  const kind = `${group.chat.type} chat`;
  const own = group.members.get(bot.user.id);
  if (own?.status === "kicked") throw forbidden(`bot was kicked from the ${kind}`);
  if (!own || !isIn(own)) throw forbidden(`bot is not a member of the ${kind}`);
}

/** The person or bot of `user_id`. */
export function findUser({ world, given }: Call): User {
  const id = given.integer("user_id");
  if (id === null) throw badRequest("invalid user_id specified");
  const user = world.people.get(id) ?? world.bots.get(id)?.user;
  if (!user) throw badRequest("user not found");
  return user;
}
