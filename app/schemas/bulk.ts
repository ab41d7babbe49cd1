import { z } from "zod";
import { SUBMISSION_STATUSES } from "#app/lib/domain.ts";
import { MoneyResponse } from "#app/schemas/shared/money.ts";
import { Id } from "#app/schemas/shared/params.ts";
import { FilterIds, SubmissionsQuery } from "./submission-query.ts";
import { decisionReason, hasReasonText, reasonTextIssue } from "./submissions.ts";

/** Up to this many are decided before the response; more in the background. */
export const BULK_AT_ONCE = 100;
/** One job decides at most this many. */
export const BULK_MAX = 100_000;
const IDS_MAX = 1_000;

const Ids = z.array(Id).min(1).max(IDS_MAX, "Please name at most 1,000 submissions");
const Status = z.enum(SUBMISSION_STATUSES, "Please choose a valid status");

/** What is decided about each. */
export const BulkDecision = z.object({ status: Status, ...decisionReason });
export type BulkDecision = z.infer<typeof BulkDecision>;

export const BulkInput = z
  .object({
    ids: Ids.optional(),
    filter: SubmissionsQuery.omit({ page: true, limit: true, sort: true })
      .extend(FilterIds.shape)
      .strict()
      .optional()
      .describe("Instead of ids: all that the list has with these filters"),
    ...BulkDecision.shape,
    dryRun: z.boolean().optional().describe("Only says what would happen"),
  })
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), {
    path: ["ids"],
    message: "Please give either ids or a filter",
  })
  .refine(hasReasonText, reasonTextIssue());
export type BulkInput = z.infer<typeof BulkInput>;

/** Of those that would change: what becomes of their events at one ad platform. */
export const AdPlatformPlan = z.object({
  id: z.string(),
  name: z.string(),
  wouldSend: z.number().int(),
  expired: z.number().int(),
  notCovered: z.number().int().describe("Skipped: their consent does not cover the ad platform"),
  skipped: z
    .number()
    .int()
    .describe(
      "Switched off for the form, without an amount that it needs, or the visitor ended the sharing with ad platforms",
    ),
});

export const BulkPlan = z.object({
  total: z
    .number()
    .int()
    .describe("All that were chosen: wouldChange, alreadySent, alreadyDecided, refused and unknown together"),
  wouldChange: z.number().int(),
  wouldSend: z
    .number()
    .int()
    .describe("Of wouldChange: how many have an event that an ad platform would get"),
  expired: z
    .number()
    .int()
    .describe("Of wouldChange: how many are too late for every ad platform that would get them"),
  adPlatforms: z
    .array(AdPlatformPlan)
    .describe("The same for each connected ad platform: a claim counts for all of them"),
  alreadySent: z.number().int().describe("Verified already: they stay as they are"),
  alreadyDecided: z
    .number()
    .int()
    .describe("Rejected already, or pending where that is asked for: they stay as they are"),
  refused: z
    .number()
    .int()
    .describe("Withdrawn by the visitor, or the person was erased: nothing can be decided"),
  unknown: z.number().int().describe("Named ids that are no submission of the workspace"),
  sum: z.array(MoneyResponse).describe("What those that would change add up to, per currency"),
  unlikely: z
    .number()
    .int()
    .describe("Of wouldChange: how many have an unlikely amount, which the sum leaves out"),
});
export type BulkPlan = z.infer<typeof BulkPlan>;

const BulkError = z.object({ id: z.string(), error: z.string() });

export const BulkResult = z.object({
  updated: z.number().int(),
  sent: z.number().int(),
  queued: z.number().int().describe("Under way, retries included"),
  failed: z.number().int(),
  expired: z.number().int(),
  errors: z.array(BulkError),
});
export type BulkResult = z.infer<typeof BulkResult>;

export const BulkJobResponse = z.object({
  id: z.string(),
  kind: z
    .enum(["decide", "undo", "erase"])
    .describe("undo takes a decision of many back, erase removes the person behind claims"),
  status: z.enum(SUBMISSION_STATUSES).describe("Of an undo: the status that it takes back"),
  state: z.enum(["running", "done"]),
  total: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  failed: z.number().int(),
  events: z
    .object({
      sent: z.number().int(),
      queued: z.number().int().describe("Under way, retries included"),
      failed: z.number().int(),
      expired: z.number().int().describe("Too late to send"),
    })
    .describe("How far the events are of the claims that it marked verified"),
  errors: z.array(BulkError.extend({ email: z.string() })).describe("The first hundred"),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  canUndo: z.boolean().describe("Whether some of it can be taken back: no attempt has begun for it"),
});
export type BulkJobResponse = z.infer<typeof BulkJobResponse>;

export const BulkResponse = z.union([
  BulkPlan,
  BulkResult,
  z.object({ job: z.object({ id: z.string(), total: z.number().int() }) }),
]);
