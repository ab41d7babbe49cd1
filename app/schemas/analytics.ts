import { z } from "zod";
import { emptyAsMissing } from "#app/schemas/shared/query.ts";
import { ByStatementResponse, StatisticsQuery, TruthResponse } from "#app/schemas/statistics.ts";

export const GROUPS = ["source", "campaign", "adSet", "ad", "country", "form", "platform", "day"] as const;
export type AnalyticsGroup = (typeof GROUPS)[number];

export const AnalyticsQuery = StatisticsQuery.extend({
  groupBy: emptyAsMissing(z.enum(GROUPS, "Please choose a valid group"))
    .default("source")
    .describe(
      "What a row is: platform is a broker; no claim has an ad set or an ad yet, so adSet and ad have one row",
    ),
});

const count = z.number().int();
const counts = {
  views: count.nullable().describe("Of the form; null by source, campaign, country and broker"),
  claims: count,
  decided: count.describe("As in truth"),
  verified: count.describe("As in truth"),
  waiting: count.describe("As in truth"),
  accepted: count.describe("Claims whose event an ad platform has accepted"),
  platformConversions: count.nullable().describe("What the ad platforms report; null where it is unknown"),
  truth: TruthResponse,
  byStatement: ByStatementResponse,
};

export const AnalyticsRowResponse = z.object({
  key: z
    .string()
    .nullable()
    .describe("The source, campaign, country's code, form's id, broker's id or day; null without one"),
  ...counts,
});

export const AnalyticsTotalsResponse = z.object(counts).describe("Of all claims of the range");

export const AnalyticsRangeResponse = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  rows: z
    .array(AnalyticsRowResponse)
    .describe("The most frequent first, at most 1,000; days in their order, also those without a claim"),
  totals: AnalyticsTotalsResponse,
});
export type AnalyticsRangeResponse = z.infer<typeof AnalyticsRangeResponse>;

export const AnalyticsResponse = AnalyticsRangeResponse.extend({
  groupBy: z.enum(GROUPS),
  previous: AnalyticsRangeResponse.nullable().describe("The earlier range; null with compare=none"),
});
