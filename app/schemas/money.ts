import { z } from "zod";
import { isId } from "#app/lib/ids.ts";
import { MONEY_COLUMNS, type MoneyColumn, moneyGroups } from "#app/lib/money-columns.ts";
import { COMPARISONS } from "#app/lib/periods.ts";
import type { AnalyticsGroup } from "#app/schemas/analytics.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { ExportFormatInput } from "#app/schemas/shared/export-format.ts";
import { typedAmountWith } from "#app/schemas/shared/money.ts";
import { emptyAsMissing, paging } from "#app/schemas/shared/query.ts";
import { StatisticsQuery } from "#app/schemas/statistics.ts";

const GROUPS = Object.keys(moneyGroups) as [AnalyticsGroup, ...AnalyticsGroup[]];

export type MoneySort = MoneyColumn | `-${MoneyColumn}`;
const SORTS = MONEY_COLUMNS.flatMap((column) => [column, `-${column}`] as const) as [
  MoneySort,
  ...MoneySort[],
];

/** The address of the table of money, besides its columns. */
export const MoneyQuery = StatisticsQuery.extend({
  // The days before are read where somebody asks for them.
  compare: emptyAsMissing(z.enum(COMPARISONS)).default("none"),
  page: paging.page,
  groupBy: emptyAsMissing(z.enum(GROUPS)).default("campaign"),
  basis: emptyAsMissing(z.enum(["claim", "click"])).default("claim"),
  sort: emptyAsMissing(z.enum(SORTS)),
});
export type MoneyQuery = z.infer<typeof MoneyQuery>;

export const MoneyExportQuery = z.object({ format: emptyAsMissing(ExportFormatInput).default("xlsx") });

/** In the workspace's currency, which the form does not send. */
const LimitAmount = typedAmountWith(messages.money.limitShape);

const SetLimitForm = z.object({
  intent: z.literal("set-limit"),
  costPerVerified: LimitAmount,
  afterSpend: LimitAmount,
});
export type SpendLimitInput = Omit<z.infer<typeof SetLimitForm>, "intent">;

/** The forms of the page of money. */
export const MoneyForm = z.discriminatedUnion("intent", [
  SetLimitForm,
  z.object({ intent: z.literal("remove-limit") }),
  z.object({
    intent: z.literal("set-source"),
    campaignRef: z.string(messages.money.campaignMissing).refine(isId, messages.money.campaignMissing),
    // Without one, the campaign's rule goes.
    source: emptyAsMissing(z.string().trim().max(200)),
  }),
]);
