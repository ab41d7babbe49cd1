import { readVariables } from "#app/env.server.ts";
import { httpUrl } from "#app/lib/variables.ts";

export const BYBIT_URL = "https://api.bybit.com";
const variables = readVariables({ BYBIT_API_URL: httpUrl.default(BYBIT_URL) });

export const bybitVariables = {
  /** Or the sandbox's URL. */
  apiUrl: variables.BYBIT_API_URL,
};
