import { z } from "zod";
import { LIST_COLUMNS } from "#app/lib/domain.ts";
import { ExportFormatInput } from "#app/schemas/shared/export-format.ts";
import { ID_MAX, PAGE_MAX, PAGE_SIZE_MAX } from "#app/schemas/shared/limits.ts";
import { Currency, readTypedMoney, TypedAmount } from "#app/schemas/shared/money.ts";
import { Id } from "#app/schemas/shared/params.ts";
import { emptyAsMissing } from "#app/schemas/shared/query.ts";
import {
  DecisionStatus,
  decisionReason,
  hasReasonText,
  reasonTextIssue,
  SubmissionStatusInput,
} from "./submissions.ts";

/** The tab of the page: its own decisions are not reported to it. */
const tab = z.string().max(ID_MAX).optional();
const selection = {
  ids: z.array(Id).max(PAGE_SIZE_MAX).default([]),
  /** A version that ignores filters it does not know reads `all`: this name selects nothing there. */
  allMatching: z.boolean().default(false),
};

/** How a user reviews claims. */
export const ReviewPreferences = z.object({
  opensNext: z.boolean().describe("After a decision the next claim opens"),
  hasKeys: z.boolean().describe("Single keys work on the list"),
  columns: z.array(z.enum(LIST_COLUMNS)).describe("The columns of a wide list besides those always shown"),
});
export type ReviewPreferences = z.infer<typeof ReviewPreferences>;

/** One claim's decision, as its sheet posts it. */
export const DecideForm = z
  .object({
    ...SubmissionStatusInput.shape,
    amount: emptyAsMissing(TypedAmount),
    intent: z.literal("decide"),
    submissionId: Id,
    // Where the sheet goes on, and where its claim stood on the page.
    nextId: Id.optional(),
    nextPage: z.coerce.number().int().min(1).max(PAGE_MAX).optional(),
    at: z.coerce.number().int().min(0).max(PAGE_SIZE_MAX).optional(),
    // What the sheet showed when the button was pressed.
    from: DecisionStatus.optional(),
    // Sent if the visitor named an amount: conform reads an emptied field as a missing one.
    hasAmount: z.literal("yes").optional(),
    tab,
  })
  .refine(hasReasonText, reasonTextIssue())
  .refine(({ status, amount, hasAmount }) => status !== "handled" || amount !== undefined || !hasAmount, {
    path: ["amount"],
    message: "Please enter the amount you found at the broker",
  })
  .transform(readTypedMoney);

export const SubmissionForm = z.discriminatedUnion("intent", [
  DecideForm,
  z
    .object({
      intent: z.literal("resend"),
      deliveryId: Id,
      submissionId: Id.optional(),
      amount: emptyAsMissing(TypedAmount),
      currency: emptyAsMissing(Currency),
    })
    .transform(readTypedMoney),
  // What would happen to the selected claims; `allMatching` are those of the list's filters.
  z.object({ intent: z.literal("bulk-plan"), ...selection, status: DecisionStatus }),
  z.object({
    intent: z.literal("bulk"),
    ...selection,
    until: z.iso.datetime().optional(),
    status: DecisionStatus,
    ...decisionReason,
    tab,
  }),
  z.object({ intent: z.literal("delete-export"), exportId: Id }),
  z.object({ intent: z.literal("undo-bulk"), jobId: Id, tab }),
  z.object({ intent: z.literal("dismiss-job"), jobId: Id }),
  z.object({
    intent: z.literal("save-view"),
    name: z
      .string("Please name the view")
      .trim()
      .min(1, "Please name the view")
      .max(60, "Please use at most 60 characters"),
    isShared: z.boolean().default(false),
  }),
  z.object({ intent: z.literal("delete-view"), viewId: Id }),
  z.object({
    intent: z.literal("review-preferences"),
    opensNext: z.boolean().default(false),
    hasKeys: z.boolean().default(false),
    columns: z.array(z.enum(LIST_COLUMNS)).default([]),
  }),
]);
export type SubmissionForm = z.infer<typeof SubmissionForm>;

/** Exactly the list of the address, as a file. */
export const ExportForm = z.object({ intent: z.literal("export"), format: ExportFormatInput });
