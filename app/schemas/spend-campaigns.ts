import { z } from "zod";
import { UTM_MAX } from "#app/schemas/shared/limits.ts";

export const CampaignChange = z.object({
  source: z
    .string()
    .trim()
    .max(UTM_MAX)
    .nullable()
    .describe("The source that its spend counts under, such as instagram; null for the source of its claims"),
});

export const CampaignResponse = z.object({
  id: z.string(),
  adPlatform: z.string(),
  accountId: z.string().describe("Empty where nobody said it"),
  objectId: z.string().nullable().describe("The ad platform's id"),
  name: z.string(),
  source: z.string().nullable().describe("Null where the source of its claims decides"),
});

export const OneCampaignResponse = z.object({ campaign: CampaignResponse });
