import { escapeHtml } from "../../pages/style.ts";
import { isIn } from "../members.ts";
import type { Group, TelegramWorld } from "../world.ts";
import { actForm, textField } from "./forms.ts";

const EXAMPLE = "700000001:sandbox-token-sandbox-token-sandbox";

/** The bots and chats of this Telegram, and where one makes a channel. */
export function homePage(world: TelegramWorld, said: string): string {
  const bots = [...world.bots.values()].map(
    ({ user }) => `<li><a href="/t.me/${user.username}">@${user.username}</a>, id ${user.id}</li>`,
  );
  const groups = [...world.groups.values()].map(groupItem);
  const ids = [...world.bots.keys()].map((id) => `<option>${id}</option>`);
  const fields = `<p>${textField("title", "Title", "Information channel")}</p>
<p><label>Type <select name="type"><option>channel</option><option>supergroup</option></select></label></p>
<p><label>Administrator <select name="bot">${ids.join("")}</select></label></p>
<p><label><input type="checkbox" name="may" value="yes" checked> The bot may invite and remove people</label></p>
<p><button>Make it</button></p>`;
  return `<h1>Telegram</h1>
<p>Plays the Bot API. A bot is known from its first call; any token is one that looks like <code>${EXAMPLE}</code>.</p>
${said ? `<p role="status"><strong>${escapeHtml(said)}</strong></p>` : ""}
<h2>Bots</h2>
${bots.length > 0 ? `<ul>${bots.join("")}</ul>` : "<p>None has called yet.</p>"}
<h2>Channels and groups</h2>
${groups.length > 0 ? `<ul>${groups.join("")}</ul>` : "<p>There is none.</p>"}
${bots.length > 0 ? `<h2>A new one</h2>${actForm("groups", {}, fields)}` : ""}`;
}

function groupItem({ chat, members, requests }: Group): string {
  const count = [...members.values()].filter((member) => isIn(member)).length;
  return `<li>${escapeHtml(chat.title)}, ${chat.type}, id <code>${chat.id}</code>: ${count} in it, ${requests.size} who asked</li>`;
}
