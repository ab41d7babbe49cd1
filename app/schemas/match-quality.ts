import { z } from "zod";

export const MatchResponse = z.object({
  platform: z.string(),
  platformName: z.string(),
  score: z.number().int().describe("An estimate of ours, 0 to 100; no platform publishes how it matches"),
  warning: z.string().nullable().describe("What in a name or address the platform may drop the event for"),
  advice: z.string().nullable().describe("The one change that would raise it most"),
});
export type MatchResponse = z.infer<typeof MatchResponse>;

/** The estimates of the last weeks. */
export type MatchHistory = {
  weeks: { from: string; score: number | null; count: number }[];
  advice: string | null;
};
