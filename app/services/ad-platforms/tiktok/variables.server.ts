import { z } from "zod";
import { readVariables } from "#app/env.server.ts";
import { httpUrl } from "#app/lib/variables.ts";

const variables = readVariables({
  TIKTOK_API_URL: httpUrl.default("https://business-api.tiktok.com"),
  TIKTOK_WINDOW_DAYS: z.coerce.number().int().min(1).max(28).default(7),
  TIKTOK_PHONE_PLUS: z.enum(["yes", "no"]).default("yes"),
});

export const tiktokVariables = {
  /** Or the sandbox's URL. */
  apiUrl: variables.TIKTOK_API_URL,
  /** TikTok does not document how old an event of a website may be. */
  windowDays: variables.TIKTOK_WINDOW_DAYS,
  isPhoneWithPlus: variables.TIKTOK_PHONE_PLUS === "yes",
};
