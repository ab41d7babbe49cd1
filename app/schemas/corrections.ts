import { z } from "zod";
import { Amount, Currency } from "#app/schemas/shared/money.ts";

export const CorrectionForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("correct"), amount: Amount, currency: Currency }),
  z.object({ intent: z.literal("charge-back") }),
]);

/** What the owner does at an ad platform that has the event with its first amount. */
export type CorrectionStep = { platformName: string; eventId: string; text: string };
