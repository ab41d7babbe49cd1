import { readVariables } from "#app/env.server.ts";
import { httpUrl } from "#app/lib/variables.ts";

/** Bybit's own addresses: some countries have one of theirs. */
export const BYBIT_URLS = [
  "https://api.bybit.com",
  "https://api.bytick.com",
  "https://api.bybit.eu",
  "https://api.bybit.nl",
  "https://api.bybit.kz",
  "https://api.bybit.ae",
  "https://api.bybit.id",
  "https://api.bybit-tr.com",
  "https://api.bybitgeorgia.ge",
] as const;
const variables = readVariables({ BYBIT_API_URL: httpUrl.default(BYBIT_URLS[0]) });

export const bybitVariables = {
  /** Or the sandbox's URL. */
  apiUrl: variables.BYBIT_API_URL,
};
