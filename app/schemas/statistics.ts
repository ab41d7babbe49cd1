import { z } from "zod";
import { EVENT_STATES, type EventState } from "#app/lib/event-state.ts";
import { COMPARISONS, PERIOD_NAMES } from "#app/lib/periods.ts";
import { Day } from "#app/schemas/shared/day.ts";
import { MoneyResponse } from "#app/schemas/shared/money.ts";
import { emptyAsMissing } from "#app/schemas/shared/query.ts";
import { SubmissionsQuery } from "#app/schemas/submission-query.ts";

/** The days of the statistics: a named range, or the first and the last day. */
export const StatisticsQuery = z.object({
  period: emptyAsMissing(z.enum(PERIOD_NAMES, "Please choose a valid period")).describe(
    "A range that ends today; 28days without it. Left out where from or to is given.",
  ),
  from: emptyAsMissing(Day).describe("In the account's time zone; both days are included"),
  to: emptyAsMissing(Day).describe("The last day; today without it"),
  compare: emptyAsMissing(z.enum(COMPARISONS, "Please choose a valid comparison"))
    .default("previous")
    .describe("The earlier range: the days before, the same days of the last year, or none"),
});
/** The days, and the list's filters. */
export const FilteredStatisticsQuery = SubmissionsQuery.omit({ page: true, limit: true, sort: true }).extend(
  StatisticsQuery.shape,
);
export type StatisticsQuery = z.infer<typeof StatisticsQuery>;

const count = z.number().int();
const counts = { submissions: count, handled: count, sent: count.describe("With the event state sent") };

const share = z.number().min(0).max(1);
export const TruthResponse = z
  .object({
    decided: count.describe("Verified, also where it was charged back later, or rejected by a member"),
    verified: count.describe("Those of them that are true: not charged back"),
    waiting: count.describe("To check"),
    share: share.nullable().describe("verified / decided, from 0 to 1; null at 0 decided"),
    low: share,
    high: share,
    withWaiting: z
      .object({ claims: count, verified: count, share: share.nullable() })
      .optional()
      .describe(
        "Where a broker has or had a rule: of claims older than 14 days, waiting ones included, because a rule decides the easy ones first",
      ),
  })
  .describe(
    "The truth rate. Withdrawn claims count in none of the three. low and high are the bounds of Wilson's 95% interval of the share; 0 and 1 at 0 decided",
  );
export const ByStatementResponse = z
  .object({
    confirmed: count.describe("Verified claims that a broker's statement decided"),
    share: share.nullable().describe("confirmed / the decided of truth, from 0 to 1; null at 0 decided"),
  })
  .describe("How much of the truth rate statements have shown");
export const ByEvidenceResponse = z
  .object({
    confirmed: count.describe(
      "Verified claims whose decision rests on what a broker says, whatever its source",
    ),
    share: share.nullable().describe("confirmed / the decided of truth, from 0 to 1; null at 0 decided"),
    byRule: count.describe("Decided claims that a rule decided"),
    sources: z
      .object({ statement: count, postback: count, api: count })
      .describe("A claim on which two agree counts in both"),
  })
  .describe("How much of the truth rate brokers have shown, by its sources");
const InStatementsResponse = z
  .object({ decided: count, confirmed: count })
  .describe(
    "Decided and confirmed claims of the days on which statements cover all brokers with decided claims",
  );
const truth = {
  truth: TruthResponse,
  byStatement: ByStatementResponse,
  byEvidence: ByEvidenceResponse,
};
const covered = { ...truth, inStatements: InStatementsResponse.optional() };

const figures = {
  from: z.iso.date(),
  to: z.iso.date(),
  total: count,
  pending: count,
  handled: count,
  rejected: count,
  sent: count.describe("With the event state sent"),
  failed: count.describe("With an event state before sent: not accepted, or not yet"),
  ...truth,
  views: count.describe("Of all forms, or of the one of form; no other filter narrows them"),
  conversionRate: z
    .number()
    .nullable()
    .describe("Claims per view, in percent; null without views, and with a filter other than form"),
  commission: MoneyResponse.describe("What the range's claims earned, in the account's currency"),
  events: z
    .object(
      Object.fromEntries(EVENT_STATES.map((state) => [state, count])) as Record<EventState, typeof count>,
    )
    .describe("The verified claims by their event state, together as many as handled"),
};

export const FiguresResponse = z.object(figures);
export type FiguresResponse = z.infer<typeof FiguresResponse>;

const seconds = z.number().int().nullable();

export const StatisticsResponse = z.object({
  ...figures,
  inStatements: InStatementsResponse.optional(),
  series: z.array(z.object({ date: z.iso.date(), views: count, ...counts })),
  byPlatform: z.array(
    z.object({ platform: z.object({ id: z.string(), name: z.string() }), ...counts, ...covered }),
  ),
  bySource: z.array(z.object({ source: z.string().nullable(), ...counts, ...covered })),
  byCampaign: z.array(z.object({ campaign: z.string().nullable(), ...counts, ...covered })),
  byCountry: z.array(z.object({ country: z.string().nullable(), ...counts, ...covered })),
  byForm: z.array(
    z.object({
      form: z.object({ id: z.string(), name: z.string() }),
      views: count.describe("No filter but form narrows them"),
      ...counts,
      ...covered,
    }),
  ),
  byHour: z.array(z.object({ hour: count, ...counts, ...truth })),
  byAdPlatform: z.array(
    z.object({
      adPlatform: z.object({ id: z.string(), name: z.string() }),
      sent: count.describe("Deliveries that it was called for"),
      accepted: count,
      confirmed: count.nullable().describe("Null for a platform that reports nothing afterwards"),
    }),
  ),
  times: z
    .object({
      decisionSeconds: seconds,
      decisionCount: count,
      acceptanceSeconds: seconds,
      acceptanceCount: count,
    })
    .describe("Medians from the claim on, of the latest 500"),
  previous: FiguresResponse.nullable(),
});
export type StatisticsResponse = z.infer<typeof StatisticsResponse>;
