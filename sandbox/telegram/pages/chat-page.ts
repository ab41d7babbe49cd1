import type { User } from "@grammyjs/types";
import { escapeHtml } from "../../pages/style.ts";
import { isIn, memberOf } from "../members.ts";
import { describeChat } from "../seen.ts";
import type { Bot, Group, TelegramWorld } from "../world.ts";
import { bubbles } from "./bubbles.ts";
import { actButton, actForm, type Hidden, languageField, personField, textField } from "./forms.ts";

type Options = { bot: Bot; person: User; said: string; isWatched: boolean };

/** The page on which one is a visitor who talks to a bot. */
export function chatPage(world: TelegramWorld, { bot, person, said, isWatched }: Options): string {
  const chat = describeChat({ private: world.takePrivateChat(bot, person), group: null });
  const hidden = { bot: String(bot.user.id), person: String(person.id) };
  const address = `/telegram/chat?bot=${bot.user.id}&amp;person=${person.id}`;
  const toast = [said, chat.answer?.text ?? ""].filter((text) => text !== "");
  return `<h1>${escapeHtml(bot.user.first_name)}</h1>
<p>@${bot.user.username}, as ${escapeHtml(person.first_name)} sees it. <a href="${address}">Refresh</a> ${isWatched ? `<a href="${address}">Stop watching</a>` : `<a href="${address}&amp;watch=1">Watch: reload every 2 seconds</a>`} <a href="/telegram">All bots and chats</a></p>
${bubbles(chat, hidden)}
${toast.map((text) => `<p role="status"><strong>${escapeHtml(text)}</strong></p>`).join("")}
${chat.isBlocked ? `<p>The bot is blocked.</p>` : writing(chat.keyboard, hidden, chat.isStarted)}
<h2>You</h2>
<form method="get" action="/telegram/chat" class="row"><input type="hidden" name="bot" value="${bot.user.id}">${personField(world, person)}<button>Be this person</button></form>
<div class="row">${actForm("people", { ...hidden, id: String(person.id) }, `${languageField(person.language_code ?? "en")} <button>Change the language</button>`)}
${chat.isBlocked ? actButton("unblock", "Unblock the bot", hidden) : actButton("block", "Block the bot", hidden)}</div>
<h2>Channels and groups</h2>
${groups(world, { bot, person, hidden })}`;
}

function writing(
  keyboard: { text: string; isContact: boolean }[][],
  hidden: Hidden,
  isStarted: boolean,
): string {
  const replies = keyboard.map((row) =>
    row
      .map(({ text, isContact }) =>
        actButton("say", text, isContact ? { ...hidden, contact: "+34600000001" } : { ...hidden, text }),
      )
      .join(" "),
  );
  const start = isStarted ? "" : `<div class="row">${actButton("start", "Start", hidden)}</div>`;
  return `${start}${replies.map((row) => `<div class="row">${row}</div>`).join("")}
<div class="row">${actForm("say", hidden, `${textField("text", "Message")} <button>Send</button>`)}
${actForm("say", hidden, `${textField("file", "File", "proof.pdf")} <button>Send the file</button>`)}
${actButton("say", "Send a voice message", { ...hidden, voice: "7" })}
${actButton("say", "Send a friend’s contact", { ...hidden, friend: "+34600000002" })}</div>`;
}

function groups(
  world: TelegramWorld,
  { bot, person, hidden }: { bot: Bot; person: User; hidden: Hidden },
): string {
  const own = [...world.groups.values()].filter((group) => isIn(memberOf(group, bot.user)));
  if (own.length === 0) return `<p>The bot is in none. <a href="/telegram">Make one</a></p>`;
  return own.map((group) => groupRow(group, person, hidden)).join("");
}

function groupRow(group: Group, person: User, hidden: Hidden): string {
  const { status } = memberOf(group, person);
  const isMember = isIn(memberOf(group, person));
  const isAsking = group.requests.has(person.id);
  const state = isMember
    ? "you are in"
    : isAsking
      ? "you have asked"
      : status === "kicked"
        ? "removed"
        : "you are not in";
  const links = [...group.links.values()].filter(({ value }) => !value.is_revoked);
  const ways = links.map(({ value }) =>
    actButton(
      "ask",
      `${value.creates_join_request ? "Ask to join" : "Join"}${value.name ? `: ${value.name}` : ""}`,
      {
        ...hidden,
        link: value.invite_link,
      },
    ),
  );
  const leave = actButton("leave", isMember ? "Leave" : "Take the request back", {
    ...hidden,
    group: String(group.chat.id),
  });
  return `<div class="row"><strong>${escapeHtml(group.chat.title)}</strong> <span>${state}</span> ${isMember || isAsking ? leave : ways.join(" ")}</div>`;
}
