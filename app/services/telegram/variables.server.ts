import { readVariables } from "#app/env.server.ts";
import { httpUrl } from "#app/lib/variables.ts";

const variables = readVariables({
  TELEGRAM_API_URL: httpUrl.default("https://api.telegram.org"),
  TELEGRAM_LINK_URL: httpUrl.default("https://t.me"),
});

export const telegramVariables = {
  /** Of the Bot API, or the sandbox's URL. */
  apiUrl: variables.TELEGRAM_API_URL.replace(/\/$/, ""),
  /** What links to bots begin with. */
  linkUrl: variables.TELEGRAM_LINK_URL.replace(/\/$/, ""),
};
