import type { MessageEntity } from "@grammyjs/types";
import { escapeHtml } from "../../pages/style.ts";
import type { SeenButton, SeenChat, SeenMessage } from "../seen.ts";
import { actButton, type Hidden } from "./forms.ts";

/** The messages of a chat, the newest last, with their buttons. */
export function bubbles({ messages }: SeenChat, hidden: Hidden): string {
  if (messages.length === 0) return "<p>Nothing yet.</p>";
  const items = messages.map((message) => bubble(message, hidden));
  return `<ol class="chat">${items.join("\n")}</ol>`;
}

function bubble(message: SeenMessage, hidden: Hidden): string {
  const { isFromBot, isDeleted, earlierTexts, buttons, id } = message;
  const names = [isFromBot ? "theirs" : "mine", ...(isDeleted ? ["gone"] : [])].join(" ");
  const notes = [
    ...(earlierTexts.length > 0 ? ["edited"] : []),
    ...(isDeleted ? ["deleted"] : []),
    new Date(message.at * 1000).toISOString().slice(11, 16),
  ];
  const rows = isDeleted ? [] : buttons.map((row) => buttonRow(row, { ...hidden, messageId: String(id) }));
  return `<li class="${names}">${formatText(message)}<span class="note">${notes.join(", ")}</span>${rows.join("")}</li>`;
}

const buttonRow = (row: SeenButton[], hidden: Hidden) =>
  `<div class="row">${row.map((button) => inlineButton(button, hidden)).join(" ")}</div>`;

function inlineButton({ text, data, url }: SeenButton, hidden: Hidden): string {
  if (url !== null) return `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;
  return actButton("press", text, { ...hidden, button: data ?? text });
}

const TAGS: Partial<Record<MessageEntity["type"], string>> = {
  bold: "strong",
  italic: "em",
  underline: "u",
  strikethrough: "s",
  code: "code",
  pre: "code",
  blockquote: "q",
};

/** Telegram's entities nest and never cross. */
function formatText({ text, entities }: SeenMessage): string {
  const marks = new Map<number, { opened: string; closed: string }>();
  const markAt = (at: number) => marks.get(at) ?? { opened: "", closed: "" };
  for (const entity of [...entities].sort((a, b) => b.length - a.length)) {
    const link = entity.type === "text_link" ? ` href="${escapeHtml(entity.url)}"` : "";
    const tag = link ? "a" : TAGS[entity.type];
    if (!tag) continue;
    const [start, end] = [entity.offset, entity.offset + entity.length];
    marks.set(start, { ...markAt(start), opened: `${markAt(start).opened}<${tag}${link}>` });
    marks.set(end, { ...markAt(end), closed: `</${tag}>${markAt(end).closed}` });
  }
  const places = [...new Set([0, ...marks.keys(), text.length])].sort((a, b) => a - b);
  return places
    .map(
      (at, index) => `${markAt(at).closed}${markAt(at).opened}${linked(text.slice(at, places[index + 1]))}`,
    )
    .join("");
}

const linked = (text: string) =>
  escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (address) => `<a href="${address}">${address}</a>`);
