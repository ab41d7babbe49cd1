import type { InlineKeyboardButton, InlineKeyboardMarkup, ReplyKeyboardMarkup } from "@grammyjs/types";
import { isFields, isText } from "../fields.ts";
import { isWebAddress } from "../values.ts";
import type { Parameters } from "./parameters.ts";
import { badRequest } from "./refusal.ts";

const DATA_MAX_BYTES = 64;
const BUTTONS_MAX = 100;

export type Markup = {
  inline?: InlineKeyboardMarkup;
  /** Null takes the buttons below the text box away. */
  reply?: ReplyKeyboardMarkup | null;
};

/** The buttons that a call gives a message. */
export function readMarkup(given: Parameters): Markup {
  const markup = given.structure("reply_markup");
  if (markup === undefined) return {};
  if (!isFields(markup)) throw badRequest("object expected as reply markup");
  if ("inline_keyboard" in markup) {
    return { inline: { inline_keyboard: readRows(markup.inline_keyboard, toInlineButton) } };
  }
  if ("keyboard" in markup) {
    const keyboard = readRows(markup.keyboard, toReplyButton);
    return { reply: { ...markup, keyboard } as ReplyKeyboardMarkup };
  }
  if (markup.remove_keyboard === true) return { reply: null };
  return {};
}

function readRows<T>(rows: unknown, toButton: (button: unknown) => T): T[][] {
  if (!Array.isArray(rows) || !rows.every(Array.isArray)) throw badRequest("object expected as reply markup");
  const read = rows.map((row: unknown[]) => row.map(toButton));
  if (read.flat().length > BUTTONS_MAX) throw badRequest("REPLY_MARKUP_TOO_LONG");
  return read;
}

function toInlineButton(button: unknown): InlineKeyboardButton {
  if (!isFields(button) || !isText(button.text)) throw unreadable("inline keyboard", "text");
  const { callback_data: data, url } = button;
  if (data === undefined && url === undefined)
    throw badRequest("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard");
  if (data !== undefined && (typeof data !== "string" || !hasDataLength(data)))
    throw badRequest("BUTTON_DATA_INVALID");
  // Telegram refuses localhost, where the demo's pages are.
  if (url !== undefined && !isWebAddress(url) && !/^tg:\/\//.test(String(url)))
    throw badRequest(`inline keyboard button URL '${url}' is invalid: Wrong HTTP URL`);
  return button as unknown as InlineKeyboardButton;
}

function hasDataLength(data: string): boolean {
  const bytes = Buffer.byteLength(data);
  return bytes >= 1 && bytes <= DATA_MAX_BYTES;
}

function toReplyButton(button: unknown): { text: string } {
  if (isText(button)) return { text: button };
  if (!isFields(button) || !isText(button.text)) throw unreadable("keyboard", "text");
  return button as { text: string };
}

const unreadable = (kind: string, field: string) =>
  badRequest(`can't parse ${kind} button: Can't find field "${field}"`);
