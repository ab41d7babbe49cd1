import { readVariables } from "#app/env.server.ts";
import { httpUrl } from "#app/lib/variables.ts";

export const BITGET_URL = "https://api.bitget.com";
const variables = readVariables({ BITGET_API_URL: httpUrl.default(BITGET_URL) });

export const bitgetVariables = {
  /** Or the sandbox's URL. */
  apiUrl: variables.BITGET_API_URL,
};
