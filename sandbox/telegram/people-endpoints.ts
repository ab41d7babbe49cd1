import type { Update, User } from "@grammyjs/types";
import { type Fields, isFields, isText, toText } from "../fields.ts";
import { createGroup, followInviteLink, joinGroup, leaveGroup, placeBot } from "./joining.ts";
import type { Rights } from "./members.ts";
import { editOwn, Impossible, type Place, pressButton, pressStart, say, setBlocked } from "./people.ts";
import { describeBot, describeChat, describeGroup } from "./seen.ts";
import type { Bot, Group, TelegramWorld } from "./world.ts";

/**
 * What people do in Telegram, for programs: `POST /telegram/<act>` with JSON. `bot` is an id or a username, `person` and
 * `group` are ids. Where both are possible, `group` says where; without it the act is in the chat with the bot.
 *
 * | act | fields -> answer |
 * |---|---|
 * | `people` | `first_name?, username?, language_code?, id?` -> the person; with `count` a list of so many |
 * | `start` | `bot, person, start?` -> `{ messageIds }`: presses a deep link and Start |
 * | `say` | `bot or group, person` and one of `text, file (name), voice (seconds), sticker (emoji), contact (number), friend (number)` -> `{ messageIds }` |
 * | `edit` | `bot or group, person, messageId, text` |
 * | `press` | `bot or group, person, messageId, button` (its text or data) -> `{ url }`, null where the bot is told |
 * | `block`, `unblock` | `bot, person` |
 * | `groups` | `type ("channel", "supergroup"), title, username?, owner?, id?` -> the group |
 * | `rights` | `bot, group, rights` (an object of `can_…`, `"member"`, or null for none) |
 * | `link` | `bot, group, link`: a link for requests that the bot has made earlier; `link` is what follows its `+` |
 * | `ask` | `person, link` -> `{ state: "asked" or "joined" }` |
 * | `requests` | `link, count` -> `{ people }`: so many new people ask to join, at once |
 * | `join`, `leave` | `person, group` |
 * | `revoke` | `bot`: all its tokens become invalid |
 * | `replay` | `bot, updateId`: the update comes again |
 * | `update` | `bot, update`: any update, as it is |
 * | `hold`, `release` | `bot`: updates wait; `release` with `isReversed` sends the last first |
 * | `settings` | `retryMs?, pace?`: the first wait after a webhook's failure; how many times as high the limits are |
 *
 * `GET /telegram/seen?bot=&person=` (or `?group=`) gives what stands in a chat, `/telegram/group?group=` who is in it,
 * `/telegram/bot?bot=` calls, waiting updates and refusals for speed. `DELETE /telegram` forgets everything.
 */
export const ACTS: Readonly<Record<string, (world: TelegramWorld, given: Fields) => object>> = {
  people(world, { count, ...given }) {
    if (count === undefined) return world.addPerson(toPerson(given));
    return { people: Array.from({ length: Number(count) }, () => world.addPerson(toPerson(given))) };
  },
  start(world, given) {
    return messageIds(pressStart(world, getBot(world, given), getPerson(world, given), toText(given.start)));
  },
  say(world, given) {
    const { text, file, voice, sticker, contact, friend } = given;
    const phone = contact ?? friend;
    const content = {
      ...(isText(text) && { text }),
      ...(isText(file) && { file }),
      ...(voice !== undefined && { voice: Number(voice) }),
      ...(isText(sticker) && { sticker }),
      ...(isText(phone) && { contact: { phone, isOwn: friend === undefined } }),
    };
    return messageIds(say(world, getPlace(world, given), getPerson(world, given), content));
  },
  edit(world, given) {
    const change = { messageId: Number(given.messageId), text: toText(given.text) };
    return messageIds([editOwn(world, getPlace(world, given), getPerson(world, given), change)]);
  },
  press(world, given) {
    const pressed = { messageId: Number(given.messageId), button: toText(given.button) };
    return { url: pressButton(world, getPlace(world, given), getPerson(world, given), pressed) };
  },
  block: (world, given) => changeBlock(world, given, true),
  unblock: (world, given) => changeBlock(world, given, false),
  groups(world, { type, title, username, owner, id }) {
    if (type !== "channel" && type !== "supergroup") throw new Impossible("Name the group's type.");
    const group = createGroup(world, {
      type,
      title: toText(title) || "Group",
      ...(isText(username) && { username }),
      ...(owner !== undefined && { owner: getPerson(world, { person: owner }) }),
      ...(id !== undefined && { id: Number(id) }),
    });
    return describeGroup(group);
  },
  rights(world, given) {
    const { rights = null } = given;
    const group = getGroup(world, given);
    placeBot(world, group, takeBot(world, given), rights as Rights | "member" | null);
    return describeGroup(group);
  },
  link(world, given) {
    const value = {
      invite_link: `https://t.me/+${toText(given.link)}`,
      creator: takeBot(world, given).user,
      creates_join_request: true,
      is_primary: false,
      is_revoked: false,
    };
    world.addLink(getGroup(world, given), { value, limit: null, expiresAt: null });
    return {};
  },
  ask(world, given) {
    return { state: followInviteLink(world, getPerson(world, given), toText(given.link)) };
  },
  requests(world, { link, count }) {
    const people = Array.from({ length: Number(count) }, () => world.addPerson({}));
    for (const person of people) followInviteLink(world, person, toText(link));
    return { people };
  },
  join(world, given) {
    joinGroup(world, getPerson(world, given), getGroup(world, given));
    return {};
  },
  leave(world, given) {
    leaveGroup(world, getPerson(world, given), getGroup(world, given));
    return {};
  },
  revoke(world, given) {
    for (const token of getBot(world, given).tokens) world.revokedTokens.add(token);
    return {};
  },
  replay(world, given) {
    if (!getBot(world, given).queue.replay(Number(given.updateId)))
      throw new Impossible("The bot had no such update.");
    return {};
  },
  update(world, given) {
    if (!isFields(given.update)) throw new Impossible("Give an update.");
    getBot(world, given).queue.pushRaw(given.update as unknown as Update);
    return {};
  },
  hold(world, given) {
    getBot(world, given).queue.hold();
    return {};
  },
  release(world, given) {
    getBot(world, given).queue.release(given.isReversed === true);
    return {};
  },
  settings({ settings }, { retryMs = settings.retryMs, pace = settings.pace }) {
    if (!(Number(retryMs) >= 0) || !(Number(pace) > 0)) throw new Impossible("Both are positive numbers.");
    return Object.assign(settings, { retryMs: Number(retryMs), pace: Number(pace) });
  },
};

/** What programs read, by the path below `/telegram/`. */
export const VIEWS: Readonly<Record<string, (world: TelegramWorld, given: Fields) => object>> = {
  seen: (world, given) => describeChat(getPlace(world, given)),
  group: (world, given) => describeGroup(getGroup(world, given)),
  bot: (world, given) => describeBot(getBot(world, given)),
};

function changeBlock(world: TelegramWorld, given: Fields, isBlocked: boolean): object {
  const { private: chat } = getPlace(world, given);
  if (chat) setBlocked(world, chat, isBlocked);
  return {};
}

const messageIds = (messages: { message_id: number }[]) => ({
  messageIds: messages.map(({ message_id }) => message_id),
});

function toPerson({ id, first_name, username, language_code }: Fields): Partial<User> {
  return {
    ...(id !== undefined && { id: Number(id) }),
    ...(isText(first_name) && { first_name }),
    ...(isText(username) && { username }),
    ...(isText(language_code) && { language_code }),
  };
}

export function getBot(world: TelegramWorld, { bot }: Fields): Bot {
  const found = world.findBot(String(bot ?? ""));
  if (!found) throw new Impossible("No bot has this name: one is known from its first call.");
  return found;
}

/** Also one that has not called yet. */
const takeBot = (world: TelegramWorld, { bot }: Fields): Bot =>
  world.findBot(String(bot)) ?? world.takeBot(Number(bot));

export function getPerson(world: TelegramWorld, { person }: Fields): User {
  const found = world.people.get(Number(person));
  if (!found) throw new Impossible("No person has this id.");
  return found;
}

export function getGroup(world: TelegramWorld, { group }: Fields): Group {
  const found = world.groups.get(Number(group));
  if (!found) throw new Impossible("No group has this id.");
  return found;
}

export function getPlace(world: TelegramWorld, given: Fields): Place {
  if (given.group !== undefined && given.group !== "")
    return { private: null, group: getGroup(world, given) };
  const chat = world.takePrivateChat(getBot(world, given), getPerson(world, given));
  return { private: chat, group: null };
}
