import { z } from "zod";
import { SPEND_MEANINGS, SPEND_PLATFORMS } from "#app/lib/spend-files.ts";
import { Currency } from "./shared/money.ts";

const Day = z.iso.date("Please choose a day");

/** What an owner says of a file of spend. Each part that is given replaces what was recognized. */
export const SpendFileAnswers = z
  .object({
    columns: z
      .array(
        z.object({
          index: z.number().int().min(0).max(249),
          meaning: z.enum([...SPEND_MEANINGS, "ignore"], "Please choose what the column means"),
        }),
      )
      .max(250)
      .optional(),
    sheet: z.number().int().min(0).max(999).optional(),
    dateOrder: z.enum(["day-first", "month-first"], "Please choose how dates are written").optional(),
    decimalMark: z.enum([".", ","], "Please choose how amounts are written").optional(),
    currency: Currency.optional().describe("Of amounts without one of their own"),
    adPlatform: z
      .enum(SPEND_PLATFORMS, "Please choose an ad platform")
      .optional()
      .describe("Of rows that name none"),
    period: z
      .object({ from: Day, to: Day })
      .optional()
      .describe("The days of rows without one, over which their amounts are spread"),
  })
  .refine((answers) => Object.keys(answers).length > 0, {
    path: ["columns"],
    message: "Please say how the file is read",
  });
export type SpendFileAnswers = z.infer<typeof SpendFileAnswers>;
