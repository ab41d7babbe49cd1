import { readVariables } from "#app/env.server.ts";
import { httpUrl } from "#app/lib/variables.ts";

export const EXNESS_URL = "https://my.exnessaffiliates.com";
const variables = readVariables({ EXNESS_API_URL: httpUrl.default(EXNESS_URL) });

export const exnessVariables = {
  /** Or the sandbox's URL. */
  apiUrl: variables.EXNESS_API_URL,
};
