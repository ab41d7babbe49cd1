import { z } from "zod";
import { REPLAY_STATES } from "#app/lib/domain.ts";
import { AttemptsQuery, DeliveriesQuery } from "#app/schemas/deliveries.ts";
import { emptyAsMissing } from "#app/schemas/shared/query.ts";

/** The filters that a replay shares with the delivery log. */
const ReplayQuery = DeliveriesQuery.pick({ platform: true, from: true, to: true });

/** How many events of the log one replay takes. */
export const REPLAY_MAX = 1_000;

const DeliveryIds = z.array(z.string()).min(1).max(100);

/** The page's: a range of days, or what was chosen in the log, one by one or all that its filters leave. */
export const ReplayPageQuery = ReplayQuery.extend({
  ...AttemptsQuery.pick({ outcome: true, search: true }).shape,
  of: emptyAsMissing(z.enum(["chosen", "matching"])),
  ids: DeliveryIds.optional(),
});
export type ReplayPageQuery = z.infer<typeof ReplayPageQuery>;

export const ReplayInput = ReplayQuery.extend({
  ids: DeliveryIds.optional().describe("Deliveries chosen one by one"),
  dryRun: z.boolean().describe("Whether it only says what would happen"),
});
export type ReplayInput = z.infer<typeof ReplayInput>;

const count = z.number().int();

const ReplayPreviewResponse = z.object({
  wouldSend: count.describe("Refused for good and still in time"),
  tooOld: count.describe("Their window has closed"),
  alreadySent: count.describe("Accepted: they are never sent again"),
  underWay: count,
  notConnected: count.describe("Their ad platform is disconnected, paused or refuses its credential"),
  skipped: count.describe("Withdrawn, not covered by the consent, or switched off for the form"),
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

/** The forms of the page. */
export const ReplayForm = z.discriminatedUnion("intent", [
  ReplayPageQuery.extend({ intent: z.literal("start") }),
  z.object({ intent: z.literal("cancel"), replayId: z.string() }),
]);
