import { escapeHtml, PAGE_HEADERS, page } from "./style.ts";

type Message = { title: string; text: string; links?: { label: string; href: string }[] };

/** A page with a sentence and what can be done about it, and its headers. */
export function messagePage({ title, text, links = [] }: Message): [string, Record<string, string>] {
  const items = links.map(
    ({ label, href }) => `<li><a href="${escapeHtml(href)}">${escapeHtml(label)}</a></li>`,
  );
  const actions = items.length > 0 ? `<ul class="actions">${items.join("")}</ul>` : "";
  const main = `<div class="message"><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${actions}</div>`;
  return [page(title, main), PAGE_HEADERS];
}
