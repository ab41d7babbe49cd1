import type { User } from "@grammyjs/types";
import { escapeHtml } from "../../pages/style.ts";
import type { TelegramWorld } from "../world.ts";

/** Fields that a form sends unseen. */
export type Hidden = Readonly<Record<string, string>>;

const PEOPLE_SHOWN = 50;
const LANGUAGES = "ar cs de el en es fr hi hu id it ja ko nl pl pt ro ru sv th tr uk vi zh".split(" ");

export const hiddenFields = (hidden: Hidden) =>
  Object.entries(hidden)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join("");

/** A form that does one act, with what is seen of it. */
export const actForm = (act: string, hidden: Hidden, seen: string) =>
  `<form method="post" action="/telegram/chat">${hiddenFields({ ...hidden, act })}${seen}</form>`;

export const actButton = (act: string, label: string, hidden: Hidden) =>
  actForm(act, hidden, `<button>${escapeHtml(label)}</button>`);

export const textField = (name: string, label: string, value = "") =>
  `<label>${label} <input name="${name}" value="${escapeHtml(value)}"></label>`;

const option = (value: string, label: string, chosen: string) =>
  `<option value="${escapeHtml(value)}"${value === chosen ? " selected" : ""}>${escapeHtml(label)}</option>`;

export function languageField(chosen: string, label = "Language"): string {
  const names = new Intl.DisplayNames(["en"], { type: "language" });
  const options = LANGUAGES.map((code) => option(code, names.of(code) ?? code, chosen));
  return `<label>${label} <select name="language_code">${options.join("")}</select></label>`;
}

/** Who one is: the newest people, or a new one. */
export function personField(world: TelegramWorld, chosen: User | null): string {
  const shown = new Set([...world.people.values()].slice(-PEOPLE_SHOWN).reverse());
  if (chosen) shown.add(chosen);
  const options = [...shown].map(({ id, first_name }) =>
    option(String(id), `${first_name} (${id})`, String(chosen?.id)),
  );
  return `<label>You are <select name="person">${option("new", "A new person", "")}${options.join("")}</select></label>`;
}
