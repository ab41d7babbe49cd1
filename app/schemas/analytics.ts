import { z } from "zod";
import { emptyAsMissing } from "#app/schemas/shared/query.ts";
import { ByStatementResponse, StatisticsQuery, TruthResponse } from "#app/schemas/statistics.ts";

const GROUPS = ["source", "campaign", "adSet", "ad", "country", "form", "platform", "day"] as const;
export type AnalyticsGroup = (typeof GROUPS)[number];

export const AnalyticsQuery = StatisticsQuery.extend({
  groupBy: emptyAsMissing(z.enum(GROUPS, "Please choose a valid group"))
    .default("source")
    .describe(
      "What a row is: platform is a broker. A campaign, ad set or ad with spend has the claims whose link has its id, or whose utm_campaign is its name",
    ),
  basis: emptyAsMissing(z.enum(["claim", "click"], "Please choose a valid basis"))
    .default("claim")
    .describe("The day that a claim counts on: its own, or that of its ad click where it is known"),
});

const count = z.number().int();
const money = z.string();
const counts = {
  views: count.nullable().describe("Of the form; null by source, campaign, country and broker"),
  claims: count,
  decided: count.describe("As in truth"),
  verified: count.describe("As in truth"),
  waiting: count.describe("As in truth"),
  accepted: count.describe(
    "Claims whose event is accepted: of a campaign, ad set or ad with spend by its ad platform, otherwise by all that it was for",
  ),
  platformConversions: z
    .number()
    .nullable()
    .describe("What the ad platforms report; null where it is unknown"),
  impressions: count.nullable(),
  clicks: count.nullable(),
  value: money.nullable().describe("Of verified claims"),
  waitingValue: money.nullable().describe("Of waiting claims, as their visitors say"),
  commission: money
    .nullable()
    .describe("What the claims earned; null where that of one is not known, see unknownCommission"),
  unknownCommission: count.describe(
    "Verified claims whose broker had no commission tiers when they were verified, or no exchange rate to them",
  ),
  spend: money
    .nullable()
    .describe("Null where it is unknown, as by country, form and broker; negative after a credit"),
  costPerClaim: money.nullable(),
  costPerVerified: money.nullable(),
  costPerVerifiedIfWaiting: money
    .nullable()
    .describe("If all waiting claims were verified; null if none waits"),
  costInterval: z
    .object({ low: money, high: money.nullable() })
    .nullable()
    .describe("The 95% interval of costPerVerified while fewer than 30 are verified; high is null at none"),
  returnOnSpend: z
    .object({ value: z.number().nullable(), commission: z.number().nullable() })
    .describe("How much value or commission each unit of spend brought"),
  profit: money.nullable().describe("Commission minus spend"),
  isPartial: z
    .boolean()
    .describe(
      "Whether an amount has no exchange rate: the value, commission or spend that it is a part of is null",
    ),
  truth: TruthResponse,
  byStatement: ByStatementResponse,
};

export const AnalyticsRowResponse = z.object({
  key: z
    .string()
    .nullable()
    .describe("The source, campaign, country's code, form's id, broker's id or day; null without one"),
  label: z.string().nullable().describe("What people read: a form's or broker's name, or the ad platform's"),
  adPlatform: z.string().nullable().describe("Of a campaign, ad set or ad with spend"),
  campaignRef: z.string().nullable().describe("For the filter adCampaign of the list of claims"),
  ...counts,
});

export const AnalyticsTotalsResponse = z.object(counts).describe("Of all claims of the range");

export const AnalyticsRangeResponse = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  currency: z.string().describe("The workspace's, of all amounts; each is converted at its day's rate"),
  isBehind: z
    .boolean()
    .describe(
      "Whether changes are not added up yet. After a change of the currency amounts are null until all are",
    ),
  spendWithoutSource: money
    .nullable()
    .describe("By source: spend of campaigns whose claims have no source or several; in totals, in no row"),
  rows: z
    .array(AnalyticsRowResponse)
    .describe("The most frequent first, at most 4,000; days in their order, also those without a claim"),
  rowsLeftOut: z
    .number()
    .int()
    .describe("How many rows are beyond the most that are listed; totals have them"),
  totals: AnalyticsTotalsResponse,
});
export type AnalyticsRangeResponse = z.infer<typeof AnalyticsRangeResponse>;

export const AnalyticsResponse = AnalyticsRangeResponse.extend({
  groupBy: z.enum(GROUPS),
  previous: AnalyticsRangeResponse.nullable().describe("The earlier range; null with compare=none"),
});
