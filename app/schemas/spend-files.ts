import { z } from "zod";
import {
  LEFT_OUT_REASONS,
  OTHER_PLATFORM,
  SPEND_CAMPAIGNS,
  SPEND_MEANINGS,
  SPEND_PLATFORMS,
  toPlatformName,
} from "#app/lib/spend-files.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { Day } from "#app/schemas/shared/day.ts";
import { ID_MAX } from "#app/schemas/shared/limits.ts";
import { Currency, MoneyResponse } from "#app/schemas/shared/money.ts";
import { emptyAsMissing } from "#app/schemas/shared/query.ts";

const Meaning = z.enum([...SPEND_MEANINGS, "ignore"], "Please choose what the column means");
const DateOrder = z.enum(["day-first", "month-first"], "Please choose how dates are written");
const DecimalMark = z.enum([".", ","], "Please choose how amounts are written");
const AdPlatform = z.enum([...SPEND_PLATFORMS, OTHER_PLATFORM], "Please choose an ad platform");
const AdPlatformName = z
  .string()
  .trim()
  .max(100)
  .refine((name) => toPlatformName(name) !== null, messages.spend.adPlatformNameShape)
  .transform((name) => toPlatformName(name) ?? name);
const hasPlatformName = ({
  adPlatform,
  adPlatformName,
}: {
  adPlatform?: string | undefined;
  adPlatformName?: string | undefined;
}) => adPlatform !== OTHER_PLATFORM || adPlatformName !== undefined;
const NO_PLATFORM_NAME = { path: ["adPlatformName"], message: messages.spend.adPlatformNameRequired };
const AccountId = z.string().trim().min(1).max(64, "Please use at most 64 characters");
const Campaigns = z.enum(SPEND_CAMPAIGNS, "Please choose one of the two");

/** What an owner says of a file. Each part that is given replaces what was recognized. */
export const SpendFileInput = z
  .object({
    columns: z
      .array(z.object({ index: z.number().int().min(0).max(249), meaning: Meaning }))
      .max(250)
      .optional(),
    sheet: z.number().int().min(0).max(999).optional(),
    dateOrder: DateOrder.optional(),
    decimalMark: DecimalMark.optional(),
    currency: Currency.optional().describe("Of amounts without one of their own"),
    adPlatform: AdPlatform.optional(),
    adPlatformName: AdPlatformName.optional().describe("The name of another one"),
    period: z
      .object({ from: Day, to: Day })
      .optional()
      .describe("Of rows without a day, which are spread over it"),
    accountId: AccountId.optional().describe("Of rows that name no ad account"),
    campaigns: Campaigns.optional().describe(
      "all: it has all campaigns of its days, and those of earlier files do not count beside them",
    ),
  })
  .refine((answers) => Object.keys(answers).length > 0, {
    path: ["columns"],
    message: "Please say how the file is read",
  })
  .refine(hasPlatformName, NO_PLATFORM_NAME);

export type SpendFileInput = z.infer<typeof SpendFileInput>;

const file = { intent: z.literal("read") };

/** The forms of a file's page. */
export const SpendFileForm = z.discriminatedUnion("intent", [
  z
    .object({
      ...file,
      seen: emptyAsMissing(z.string().max(ID_MAX)),
      meanings: z.array(Meaning).default([]),
      sheet: emptyAsMissing(z.coerce.number().int().min(0)),
      dateOrder: emptyAsMissing(DateOrder),
      decimalMark: emptyAsMissing(DecimalMark),
      currency: emptyAsMissing(Currency),
      adPlatform: emptyAsMissing(AdPlatform),
      adPlatformName: emptyAsMissing(AdPlatformName),
      accountId: emptyAsMissing(AccountId),
      campaigns: emptyAsMissing(Campaigns),
      from: emptyAsMissing(Day),
      to: emptyAsMissing(Day),
    })
    .refine(({ from, to }) => (from === undefined) === (to === undefined), {
      path: ["to"],
      message: "Please give the first and the last day",
    })
    .refine(hasPlatformName, NO_PLATFORM_NAME),
  z.object({ intent: z.literal("delete") }),
]);

const count = z.number().int();

/** How a file is read, what it asks and what came of it. */
export const fileReading = {
  sheets: z.array(z.string()),
  sheet: count.nullable(),
  columns: z.array(
    z.object({
      index: count,
      heading: z.string(),
      meaning: Meaning,
      from: z.enum(["heading", "values", "remembered", "user"]).nullable(),
      examples: z.array(z.string()),
    }),
  ),
  reading: z
    .object({
      dateOrder: DateOrder,
      decimalMark: DecimalMark,
      currency: z.string().nullable().describe("Of amounts without one of their own"),
      adPlatform: AdPlatform.nullable().describe("Of rows that name none"),
      adPlatformName: z
        .string()
        .nullable()
        .describe("The name of another one, which its spend is stored under"),
      period: z.object({ from: Day, to: Day }).nullable().describe("Of rows without a day"),
      accountId: z.string().nullable().describe("Of rows that name no ad account"),
      campaigns: Campaigns.describe("Whether campaigns of earlier files count beside it"),
    })
    .nullable()
    .describe("How the file is read; what is asked may be a guess. Null until its sheet is known"),
  questions: z.array(
    z.object({
      id: z.enum(["sheet", "columns", "adPlatform", "currency", "dateOrder", "period"]),
      about: z
        .enum(["meanings", "decimalMark"])
        .nullable()
        .describe("Which question of `columns` it is: each is answered by its own field"),
      options: z.array(z.string()),
      guess: z.string().nullable(),
    }),
  ),
  result: z
    .object({
      saved: count,
      replaced: count.describe("Rows of earlier files that are gone"),
      replacedSums: z.array(MoneyResponse).describe("What they add up to"),
      replacedFiles: z.array(z.string()).describe("The names of the first of these files"),
      leftOut: z
        .array(
          z.object({
            reason: z
              .enum(LEFT_OUT_REASONS)
              .describe(
                "connected: a connected account reads these days itself; later: a file that was uploaded later says the same; parts: totals whose parts are in the file; campaigns: totals of an account whose campaigns are known; days: amounts of a period whose days are known",
              ),
            rows: count,
            sums: z.array(MoneyResponse),
            campaigns: z.array(z.string()).describe("The first of them"),
          }),
        )
        .describe("Rows that do not count, or not as a whole, with what of them does not"),
      others: z
        .object({ campaigns: z.array(z.string()), sums: z.array(MoneyResponse) })
        .describe(
          "Campaigns without an id of earlier files that count on its days too: it may have renamed ones",
        ),
      beside: count.describe("Rows that name no account, on days that a connected account reads too"),
      empty: count.describe("Lines without an amount"),
      totals: count.describe("Lines with totals, which are left out"),
      totalLines: z
        .array(
          z.object({
            line: count,
            name: z.string().nullable(),
            amount: z.string().nullable(),
            currency: z.string().nullable(),
          }),
        )
        .describe("The first of them"),
      unreadable: z
        .array(
          z.object({
            line: count,
            problem: z.string(),
            amount: z.string().nullable(),
            currency: z.string().nullable(),
          }),
        )
        .describe("The first of them, with their amounts where these can be read"),
      unreadableCount: count,
      unreadableSums: z.array(MoneyResponse).describe("What they all add up to, as far as it can be read"),
      hasLostIds: z
        .boolean()
        .describe("Whether a spreadsheet has rounded ids, so that campaigns are matched by name"),
      newAccounts: z.array(z.string()).describe("Accounts that had no spend before, where others had some"),
    })
    .nullable(),
};
