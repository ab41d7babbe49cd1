import { z } from "zod";
import { REPLAY_STATES } from "#app/lib/domain.ts";
import { DeliveriesQuery } from "#app/schemas/deliveries.ts";

/** The filters that a replay shares with the delivery log. */
export const ReplayQuery = DeliveriesQuery.pick({ platform: true, from: true, to: true });
export type ReplayQuery = z.infer<typeof ReplayQuery>;

export const ReplayInput = ReplayQuery.extend({
  ids: z.array(z.string()).min(1).max(100).optional().describe("Deliveries chosen one by one"),
  dryRun: z.boolean().describe("Whether it only says what would happen"),
});
export type ReplayInput = z.infer<typeof ReplayInput>;

const count = z.number().int();

export const ReplayPreviewResponse = z.object({
  wouldSend: count.describe("Refused for good and still in time"),
  tooOld: count.describe("Their window has closed"),
  alreadySent: count.describe("Accepted: they are never sent again"),
  underWay: count,
  skipped: count.describe("Withdrawn, or switched off for the form"),
});

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
  ReplayQuery.extend({ intent: z.literal("start") }),
  z.object({ intent: z.literal("cancel"), replayId: z.string() }),
]);
