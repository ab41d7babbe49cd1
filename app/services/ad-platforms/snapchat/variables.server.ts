import { readVariables } from "#app/env.server.ts";
import { httpUrl } from "#app/lib/variables.ts";

const variables = readVariables({ SNAPCHAT_API_URL: httpUrl.default("https://tr.snapchat.com") });

export const snapchatVariables = {
  /** Or the sandbox's URL. */
  apiUrl: variables.SNAPCHAT_API_URL,
};
