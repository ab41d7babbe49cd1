import { z } from "zod";
import { messages } from "#app/schemas/messages/index.ts";
import { Currency, readTypedMoney, TypedAmount } from "#app/schemas/shared/money.ts";

const Reason = z
  .string(messages.submissions.correctionReason)
  .trim()
  .min(1, messages.submissions.correctionReason)
  .max(500, "Please use at most 500 characters");

export const CorrectionForm = z.discriminatedUnion("intent", [
  z
    .object({
      intent: z.literal("correct"),
      amount: TypedAmount,
      currency: Currency,
      correctionReason: Reason,
    })
    .transform(readTypedMoney),
  z.object({ intent: z.literal("charge-back"), correctionReason: Reason }),
]);

/** What the owner does at an ad platform that has the event with its first amount. */
export type CorrectionStep = { platformName: string; eventId: string; text: string };
