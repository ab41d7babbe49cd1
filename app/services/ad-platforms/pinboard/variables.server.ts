import { readVariables } from "#app/env.server.ts";
import { httpUrl } from "#app/lib/variables.ts";

const variables = readVariables({ PINBOARD_API_URL: httpUrl.default("https://api.pinboard.example") });

export const pinboardVariables = {
  /** Or the sandbox's URL. */
  apiUrl: variables.PINBOARD_API_URL,
};
