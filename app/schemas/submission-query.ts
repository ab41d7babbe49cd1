import { z } from "zod";
import { AD_ID_SHAPE } from "#app/lib/ad-platforms.ts";
import { CSV_SEPARATORS } from "#app/lib/csv.ts";
import { SUBMISSION_STATUSES } from "#app/lib/domain.ts";
import { EVENT_FILTERS, EVENT_STATUSES } from "#app/lib/event-state.ts";
import { CLAIM_EVIDENCE_GROUPS } from "#app/lib/evidence.ts";
import { NO_VALUE, normalizeCampaign, normalizeSource } from "#app/lib/sources.ts";
import { TRUTH_FILTERS } from "#app/lib/truth.ts";
import { ExportFormatInput } from "#app/schemas/shared/export-format.ts";
import { UTM_MAX } from "#app/schemas/shared/limits.ts";
import { Amount } from "#app/schemas/shared/money.ts";
import { FilterId, Id } from "#app/schemas/shared/params.ts";
import {
  changeFields,
  dateRange,
  emptyAsMissing,
  hasOnePlace,
  onePlaceIssue,
  paging,
} from "#app/schemas/shared/query.ts";

const SUBMISSION_SORTS = [
  "-createdAt",
  "createdAt",
  "sendBefore",
  "amount",
  "-amount",
  "person",
  "-person",
  "status",
  "-status",
] as const;

/** The form that claims are counted under. */
const named = (normalize: (text: string) => string | null) => (text: string) =>
  normalize(text) ?? (text.trim() === "" ? undefined : NO_VALUE);

const UtmFilter = z
  .string()
  .max(UTM_MAX)
  .transform((text) => text.trim().toLowerCase());

const AdIdFilter = z
  .string()
  .trim()
  .refine(
    (text) => text === NO_VALUE || AD_ID_SHAPE.test(text),
    "Please provide the id as the ad platform shows it",
  );

const LINK_FILTER = /^(\(none\)|[a-z0-9-]{1,36})$/;

/** The filters that are ids. */
const idFilters = (id: z.ZodType<string, string>) => ({
  platform: emptyAsMissing(id).describe("A broker's id, as GET /api/affiliate/platforms returns it"),
  form: emptyAsMissing(id).describe(
    "A form's id, as GET /api/forms returns it; a deleted form keeps its claims",
  ),
  adCampaign: emptyAsMissing(id).describe(
    "The campaignRef of GET /api/analytics: the claims that count with this campaign's spend, by the ids of their link or by the campaign's name",
  ),
  adPlatform: emptyAsMissing(id).describe(
    "With event: the state of the delivery to this ad platform, such as meta, in place of the claim's",
  ),
  decidedBy: emptyAsMissing(id).describe(
    "The id of the member who decided; api for decisions by an API key, rule for those by a rule",
  ),
});

/** They are checked before claims are decided or exported: a mistyped one must not choose others. */
export const FilterIds = z.object(idFilters(Id));

/** The list's filters. Empty counts as missing, because a GET form sends all its fields. */
export const SubmissionsQuery = z.object({
  ...paging,
  status: emptyAsMissing(z.enum(SUBMISSION_STATUSES, "Please choose a valid status")).describe(
    "handled is verified",
  ),
  truth: emptyAsMissing(z.enum(TRUTH_FILTERS, "Please choose a valid truth filter")).describe(
    "The claims that a truth rate counts as decided, verified or waiting, or that byStatement counts as confirmed",
  ),
  eventStatus: emptyAsMissing(z.enum(EVENT_STATUSES, "Please choose a valid event status")).describe(
    "The eventStatus, which is about Meta; event has all ad platforms",
  ),
  ...idFilters(FilterId),
  evidence: emptyAsMissing(z.enum(CLAIM_EVIDENCE_GROUPS, "Please choose a valid group")).describe(
    "What brokers say of it in statements, postbacks or answers, at least once",
  ),
  event: emptyAsMissing(
    z
      .enum([...EVENT_FILTERS, "accepted"], "Please choose a valid event state")
      .transform((event) => (event === "accepted" ? "sent" : event)),
  ).describe(
    "The eventState of verified claims, or several as one: problem is failed, expired or parked; unaccepted all that come before sent; attempted what an ad platform was called for: failed, retrying, confirming, sending or sent; confirmed what is sent and was reported back. accepted is another name of sent",
  ),
  source: emptyAsMissing(z.string().max(200).transform(named(normalizeSource))).describe(
    "A utm_source, or the site that led to the form, whatever its case and blanks; a network's hosts and apps are its name: l.facebook.com is facebook. (none) for claims without a source",
  ),
  campaign: emptyAsMissing(z.string().max(200).transform(named(normalizeCampaign))).describe(
    "Whatever its case and blanks. (none) for claims without a campaign, (other) for those beyond a day's first 1,000",
  ),
  medium: emptyAsMissing(UtmFilter).describe(
    "A utm_medium, whatever its case. (none) for claims without one",
  ),
  content: emptyAsMissing(UtmFilter).describe(
    "A utm_content, such as an ad's name, whatever its case. (none) for claims without one",
  ),
  term: emptyAsMissing(UtmFilter).describe(
    "A utm_term, such as an ad set's name or a keyword, whatever its case. (none) for claims without one",
  ),
  campaignId: emptyAsMissing(AdIdFilter).describe("The ad platform's id of a campaign; (none) without one"),
  adSetId: emptyAsMissing(AdIdFilter).describe(
    "The ad platform's id of an ad set, ad group or ad squad; (none) without one",
  ),
  adId: emptyAsMissing(AdIdFilter).describe("The ad platform's id of an ad; (none) without one"),
  link: emptyAsMissing(
    z
      .string()
      .transform((text) => text.trim().toLowerCase())
      .refine((text) => LINK_FILTER.test(text), "Please provide a link's id or name"),
  ).describe("The id or the name of a link, as GET /api/links returns it; (none) for claims without one"),
  amountFrom: emptyAsMissing(Amount).describe(
    "In the account's currency at today's rates, as the list is sorted; a claim without a rate or an amount does not match",
  ),
  amountTo: emptyAsMissing(Amount).describe("The same; this amount still matches"),
  country: emptyAsMissing(
    z
      .string()
      .max(6)
      .pipe(z.union([z.literal(NO_VALUE), FilterId])),
  ).describe("The phone number's, ES; (none) without one"),
  hour: emptyAsMissing(z.coerce.number().int().min(0).max(23)).describe(
    "Of the day, in the owner's time zone",
  ),
  ...dateRange,
  rush: emptyAsMissing(z.literal("yes", "Please choose yes or leave it out")).describe(
    "Those with cameInRush, which no sum counts until they are verified",
  ),
  expiresWithin: emptyAsMissing(
    z
      .string()
      .regex(/^[1-9]\d{0,2}h$/, "Please provide hours, for example 24h")
      .transform((text) => Number.parseInt(text, 10)),
  ).describe("Pending ones whose sendBefore is within so many hours: 24h"),
  search: emptyAsMissing(z.string().trim().max(200)).describe(
    "Each word must begin a word of the email, account number, broker, source or campaign, or be the beginning or end of the phone number, the amount, or an id; a word in quotation marks is the whole value. Words begin after blanks and marks, and so do four digits after a letter; case and accents do not count",
  ),
  sort: emptyAsMissing(z.enum(SUBMISSION_SORTS, "Please choose a valid order"))
    .default("-createdAt")
    .describe(
      "Ascending, with - descending. Amounts are compared in the account's currency at today's rates; those without an amount or a rate come last. A person is sorted by the email; by status, pending claims come first.",
    ),
});
export type SubmissionsQuery = z.infer<typeof SubmissionsQuery>;

/** The query of the call. */
export const SubmissionListQuery = SubmissionsQuery.extend(changeFields).refine(hasOnePlace, onePlaceIssue());

/** What a list keeps, without its days, order and pages. */
export type SubmissionFilters = Omit<SubmissionsQuery, "page" | "limit" | "sort" | "from" | "to">;

export const ExportQuery = SubmissionsQuery.extend({
  ...FilterIds.shape,
  format: emptyAsMissing(ExportFormatInput).default("csv").describe("The kind of file"),
  separator: emptyAsMissing(z.enum(CSV_SEPARATORS, "Please choose comma, semicolon or tab"))
    .default("comma")
    .describe("Of a CSV file's cells. With semicolon, decimals have a comma; otherwise a point"),
});
