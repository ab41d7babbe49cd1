import { z } from "zod";
import { EVENT_FILTERS, EVENT_STATUSES, SUBMISSION_STATUSES } from "#app/lib/domain.ts";
import { isId } from "#app/lib/ids.ts";
import { dateRange, emptyAsMissing, paging } from "#app/schemas/shared/query.ts";

const SUBMISSION_SORTS = [
  ...(["-createdAt", "createdAt", "sendBefore", "amount", "-amount"] as const),
  ...(["person", "-person", "status", "-status"] as const),
] as const;

/** The list's filters. Empty counts as missing, because a GET form sends all its fields. */
export const SubmissionsQuery = z.object({
  ...paging,
  status: emptyAsMissing(z.enum(SUBMISSION_STATUSES, "Please choose a valid status")),
  eventStatus: emptyAsMissing(z.enum(EVENT_STATUSES, "Please choose a valid event status")),
  // An invalid id matches nothing, like an unknown one.
  platform: emptyAsMissing(z.string().transform((text) => (isId(text) ? text : "none"))),
  event: emptyAsMissing(z.enum(EVENT_FILTERS, "Please choose a valid event state")).describe(
    "How far the event of a verified claim is; sent is all that an ad platform has got, confirmed what it has reported back, problem what is refused, too late, parked or tried again, none without one",
  ),
  adPlatform: emptyAsMissing(z.string().max(12)).describe(
    "With event: how far the event is at this ad platform, such as meta",
  ),
  source: emptyAsMissing(z.string().max(200)).describe("(none) for claims without a source"),
  campaign: emptyAsMissing(z.string().max(200)).describe(
    "(none) for claims without a campaign, (other) for those beyond a day's first 1,000",
  ),
  country: emptyAsMissing(z.string().max(6)).describe("The phone number's, ES; (none) without one"),
  hour: emptyAsMissing(z.coerce.number().int().min(0).max(23)).describe(
    "Of the day, in the owner's time zone",
  ),
  ...dateRange,
  expiresWithin: emptyAsMissing(
    z
      .string()
      .regex(/^[1-9]\d{0,2}h$/, "Please provide hours, for example 24h")
      .transform((text) => Number.parseInt(text, 10)),
  ),
  search: emptyAsMissing(z.string().trim().max(200)),
  sort: emptyAsMissing(z.enum(SUBMISSION_SORTS, "Please choose a valid order"))
    .default("-createdAt")
    .describe(
      "Ascending, with - descending. Amounts are compared in the account's currency at today's rates; those without an amount or a rate come last. A person is sorted by the email; by status, pending claims come first.",
    ),
});
export type SubmissionsQuery = z.infer<typeof SubmissionsQuery>;

/** What a list keeps, without its days, order and pages. */
export type SubmissionFilters = Omit<SubmissionsQuery, "page" | "limit" | "sort" | "from" | "to">;

export const ExportFormat = z.enum(["csv", "xlsx"], "Please choose CSV or XLSX");

export const ExportQuery = SubmissionsQuery.extend({ format: emptyAsMissing(ExportFormat).default("csv") });
