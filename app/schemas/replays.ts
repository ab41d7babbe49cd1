import { z } from "zod";
import { REPLAY_PARTS, REPLAY_STATES } from "#app/lib/domain.ts";
import { AttemptsQuery, DeliveriesQuery } from "#app/schemas/deliveries.ts";
import { Id } from "#app/schemas/shared/params.ts";
import { emptyAsMissing } from "#app/schemas/shared/query.ts";

/** The filters that a replay shares with the delivery log. */
const ReplayQuery = DeliveriesQuery.pick({ from: true, to: true }).extend({
  platform: emptyAsMissing(Id).describe("An ad platform's id, such as meta"),
});

/** How many events of the log one replay takes. */
export const REPLAY_MAX = 1_000;

const DeliveryIds = z.array(Id).min(1).max(100);

/**
 * The page's: a range of days, what was chosen in the log, one by one or all that its filters leave, or what an
 * ad platform never got.
 */
export const ReplayPageQuery = ReplayQuery.extend({
  ...AttemptsQuery.pick({ outcome: true, search: true }).shape,
  of: emptyAsMissing(z.enum(["chosen", "matching", "neverSent"])),
  ids: DeliveryIds.optional(),
});
export type ReplayPageQuery = z.infer<typeof ReplayPageQuery>;

export const ReplayInput = ReplayQuery.extend({
  ids: DeliveryIds.optional().describe("Deliveries chosen one by one"),
  only: z
    .enum(REPLAY_PARTS)
    .optional()
    .describe(
      "Only the events that were refused for good, or only the verified claims without an event there",
    ),
  dryRun: z.boolean().describe("Whether it only says what would happen"),
});
export type ReplayInput = z.infer<typeof ReplayInput>;

const count = z.number().int();

export const ReplayPreviewResponse = z.object({
  wouldSend: count.describe("Refused for good or never sent, and still in time"),
  neverSent: count.describe(
    "Of those, how many are events of verified claims that have none at a connected ad platform",
  ),
  tooOld: count.describe("Their time limit has passed"),
  alreadySent: count.describe("Accepted: they are never sent again"),
  underWay: count,
  notConnected: count.describe("Their ad platform is disconnected, paused or refuses its credential"),
  skipped: count.describe(
    "Withdrawn, not covered by the consent, switched off for the form, or the visitor ended the sharing with ad platforms",
  ),
});

export type ReplayPreview = z.infer<typeof ReplayPreviewResponse>;

export const ReplayResponse = z.object({
  id: z.string(),
  state: z.enum(REPLAY_STATES),
  total: count,
  sent: count,
  failed: count,
  waiting: count,
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
});
export type ReplayResponse = z.infer<typeof ReplayResponse>;

export const StartedReplayResponse = z.object({
  preview: ReplayPreviewResponse,
  replay: ReplayResponse.nullable().describe("Null for a dry run"),
});

/** Verified claims in an ad platform's window that have no event there, and could be sent now. */
export type UnsentOffer = { platform: string; platformName: string; count: number; days: number };

/** The forms of the page. */
export const ReplayForm = z.discriminatedUnion("intent", [
  ReplayPageQuery.extend({ intent: z.literal("start") }),
  z.object({ intent: z.literal("cancel"), replayId: Id }),
]);
