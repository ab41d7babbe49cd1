import type { User } from "@grammyjs/types";
import { escapeHtml } from "../../pages/style.ts";
import type { Bot, Group, InviteLink, TelegramWorld } from "../world.ts";
import { actForm, languageField, personField, textField } from "./forms.ts";

type Options = { world: TelegramWorld; person: User | null };

const who = (world: TelegramWorld, person: User | null) =>
  `<p>${personField(world, person)}</p>
<p>${textField("first_name", "Name of a new person")}</p>
<p>${languageField("en", "Language of a new person")}</p>`;

/** What t.me shows of a bot: who one is, and Start. */
export function botLinkPage(bot: Bot, start: string, { world, person }: Options): string {
  const hidden = { bot: String(bot.user.id), start };
  return `<h1>${escapeHtml(bot.user.first_name)}</h1>
<p>@${bot.user.username}. This page stands for Telegram: here you are the visitor.</p>
${actForm("start", hidden, `${who(world, person)}<p><button>Start</button></p>`)}`;
}

/** What t.me shows of an invite link. */
export function inviteLinkPage(group: Group, { value }: InviteLink, { world, person }: Options): string {
  const hidden = { bot: String(value.creator.id), link: value.invite_link };
  const label = value.creates_join_request ? "Ask to join" : "Join";
  return `<h1>${escapeHtml(group.chat.title)}</h1>
<p>A private ${group.chat.type === "channel" ? "channel" : "group"}. This page stands for Telegram: here you are the visitor.</p>
${actForm("ask", hidden, `${who(world, person)}<p><button>${label}</button></p>`)}`;
}
