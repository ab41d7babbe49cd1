import { z } from "zod";
import { readVariables } from "#app/env.server.ts";
import { httpUrl } from "#app/lib/variables.ts";

const variables = readVariables({
  GOOGLE_ADS_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_ADS_CLIENT_SECRET: z.string().min(1).optional(),
  GOOGLE_AUTHORIZE_URL: httpUrl.default("https://accounts.google.com/o/oauth2/v2/auth"),
  GOOGLE_TOKEN_URL: httpUrl.default("https://oauth2.googleapis.com/token"),
  GOOGLE_DATA_MANAGER_URL: httpUrl.default("https://datamanager.googleapis.com"),
  GOOGLE_DATA_MANAGER_PER_MINUTE: z.coerce.number().int().min(12).default(300),
  GOOGLE_USER_PROJECT: z
    .string()
    .regex(/^[a-z0-9:.-]{1,100}$/, "must be a Google Cloud project's id")
    .optional(),
});

export const googleVariables = {
  clientId: variables.GOOGLE_ADS_CLIENT_ID ?? null,
  clientSecret: variables.GOOGLE_ADS_CLIENT_SECRET ?? null,
  authorizeUrl: variables.GOOGLE_AUTHORIZE_URL,
  tokenUrl: variables.GOOGLE_TOKEN_URL,
  /** Or the sandbox's URL. */
  apiUrl: variables.GOOGLE_DATA_MANAGER_URL,
  /** Google's limit for a Cloud project, which it can raise. */
  perMinute: variables.GOOGLE_DATA_MANAGER_PER_MINUTE,
  /** The Cloud project that calls count against. Whether Google needs it named is not documented. */
  userProject: variables.GOOGLE_USER_PROJECT ?? null,
};
