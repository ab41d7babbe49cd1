import { BOT_TOKEN_TEXT_MAX } from "#app/lib/telegram.ts";

const TOKEN_PARTS = /(?<![\w-])\d{6,12}:[\w-]{30,60}(?![\w-])/g;

/** Finds the token in a pasted text, such as @BotFather's whole message. Returns null for none or several. */
export function readBotToken(text: string): string | null {
  if (text.length > BOT_TOKEN_TEXT_MAX) return null;
  const found = new Set(text.match(TOKEN_PARTS));
  const [token = null] = found;
  return found.size === 1 ? token : null;
}
