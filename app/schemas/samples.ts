import { z } from "zod";
import { DECISION_REASONS } from "#app/lib/domain.ts";
import { DecideForm } from "./submission-forms.ts";
import { DecisionStatus } from "./submissions.ts";

/** The overview's forms. */
export const SamplesForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("show-samples") }),
  z.object({ intent: z.literal("remove-samples") }),
]);

/** The forms of the page of samples. */
export const SampleForm = z.discriminatedUnion("intent", [DecideForm]);

/** What somebody has decided of a sample. */
export const SampleDecision = z.object({
  status: DecisionStatus,
  at: z.iso.datetime(),
  amount: z.string().optional(),
  currency: z.string().optional(),
  reason: z.enum(DECISION_REASONS).optional(),
  reasonText: z.string().optional(),
  showReason: z.boolean().optional(),
  note: z.string().optional(),
});
export type SampleDecision = z.infer<typeof SampleDecision>;
