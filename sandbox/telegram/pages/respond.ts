import type { User } from "@grammyjs/types";
import { type Fields, toText } from "../../fields.ts";
import { messagePage } from "../../pages/message-page.ts";
import { FORM_PAGE_HEADERS, page } from "../../pages/style.ts";
import type { PlatformRequest } from "../../platform.ts";
import { html, type Reply } from "../../reply.ts";
import { Impossible } from "../people.ts";
import { ACTS, getBot, getPerson } from "../people-endpoints.ts";
import type { TelegramWorld } from "../world.ts";
import { chatPage } from "./chat-page.ts";
import { homePage } from "./home-page.ts";
import { botLinkPage, inviteLinkPage } from "./link-page.ts";

const START = /^[\w-]{0,64}$/;
/** How long a page waits for what the bot says to an act. */
const BOT_MS = 2_000;
/** Acts to which a bot says something. */
const ANSWERED = new Set(["start", "say", "press", "ask"]);
/** Rights of a bot that keeps a door. */
const DOOR_RIGHTS = { can_invite_users: true, can_restrict_members: true, can_post_messages: true };

/** Answers for t.me and for the pages of people; null where a path is none of them. */
export async function respondWithPage(request: PlatformRequest, world: TelegramWorld): Promise<Reply | null> {
  const { path, method, query, text } = request;
  try {
    if (path.startsWith("/t.me/")) return showLink(world, path.slice("/t.me/".length), query);
    if (path === "/telegram" && method === "GET")
      return shown("Telegram", homePage(world, query.get("said") ?? ""));
    if (path !== "/telegram/chat") return null;
    if (method === "POST") return await act(world, Object.fromEntries(new URLSearchParams(text)));
    return showChat(world, query);
  } catch (error) {
    if (!(error instanceof Impossible)) throw error;
    return notFound(error.message);
  }
}

function showChat(world: TelegramWorld, query: URLSearchParams): Reply {
  const given = Object.fromEntries(query);
  const bot = getBot(world, given);
  const person = given.person === "new" ? world.addPerson({}) : getPerson(world, given);
  const isWatched = given.watch === "1";
  const main = chatPage(world, { bot, person, said: given.said ?? "", isWatched });
  return shown(bot.user.first_name, main, isWatched ? { refresh: "2" } : {});
}

function showLink(world: TelegramWorld, name: string, query: URLSearchParams): Reply {
  const options = { world, person: world.active };
  const invited = name.startsWith("+") ? world.findLink(name) : null;
  if (invited && !invited.link.value.is_revoked)
    return shown(invited.group.chat.title, inviteLinkPage(invited.group, invited.link, options));
  const bot = /^[A-Za-z]\w{3,31}$/.test(name) ? world.findBot(name) : null;
  const start = query.get("start") ?? "";
  if (!bot) return notFound("Telegram has no bot, channel or link of this name.");
  if (!START.test(start))
    return notFound("The link’s start has more than 64 characters, or others than A-Z a-z 0-9 _ -.");
  return shown(bot.user.first_name, botLinkPage(bot, start, options));
}

/** Does one act of a form, waits a little for what the bot says, and leads back to the page. */
async function act(world: TelegramWorld, given: Record<string, string>): Promise<Reply> {
  if (given.act === "groups") return makeGroup(world, given);
  const bot = getBot(world, given);
  const person = given.person === "new" ? world.addPerson(nameOf(given)) : getPerson(world, given);
  world.active = person;
  const { book } = world.takePrivateChat(bot, person);
  // Before the act: the bot may be faster than the page.
  const answered = ANSWERED.has(given.act ?? "") ? book.waitForBot(BOT_MS) : null;
  const said = doAct(world, { ...given, person: String(person.id) });
  if (said === "") await answered;
  const query = new URLSearchParams({ bot: String(bot.user.id), person: String(person.id) });
  if (said !== "") query.set("said", said);
  return { status: 303, headers: { location: `/telegram/chat?${query}` }, body: "" };
}

function makeGroup(world: TelegramWorld, given: Record<string, string>): Reply {
  const made = ACTS.groups?.(world, given) as { id: number; title: string };
  const rights = given.may === "yes" ? DOOR_RIGHTS : {};
  ACTS.rights?.(world, { bot: given.bot, group: made.id, rights });
  const query = new URLSearchParams({ said: `${made.title} has the id ${made.id}.` });
  return { status: 303, headers: { location: `/telegram?${query}` }, body: "" };
}

/** @returns what went wrong, in a sentence, or "" */
function doAct(world: TelegramWorld, { act: name = "", ...given }: Record<string, string>): string {
  const run = Object.hasOwn(ACTS, name) ? ACTS[name] : undefined;
  try {
    run?.(world, given satisfies Fields);
    return run ? "" : "There is no such act.";
  } catch (error) {
    if (error instanceof Impossible) return error.message;
    throw error;
  }
}

function nameOf({ first_name, language_code }: Record<string, string>): Partial<User> {
  const name = toText(first_name).trim();
  return { ...(name && { first_name: name }), ...(language_code && { language_code }) };
}

const shown = (title: string, main: string, headers: Record<string, string> = {}) =>
  html(200, page(title, main), { ...FORM_PAGE_HEADERS, ...headers });

function notFound(text: string): Reply {
  const [body, headers] = messagePage({
    title: "Telegram has no such page",
    text,
    links: [{ label: "All bots and chats", href: "/telegram" }],
  });
  return html(404, body, headers);
}
