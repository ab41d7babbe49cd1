import { z } from "zod";
import { COLUMN_MEANINGS, COLUMN_ROLES, ROW_KINDS } from "#app/lib/statements.ts";
import { ID_MAX } from "#app/schemas/shared/limits.ts";
import { Id } from "#app/schemas/shared/params.ts";
import { Currency } from "./shared/money.ts";
import { emptyAsMissing } from "./shared/query.ts";

const Meaning = z.enum([...COLUMN_MEANINGS, "ignore"], "Please choose what the column means");
const DateOrder = z.enum(["day-first", "month-first"], "Please choose how dates are written");
const DecimalMark = z.enum([".", ","], "Please choose how amounts are written");
const TimeZone = z.string().max(60);
const Brand = z.string().max(200);
const RowKind = z.enum(ROW_KINDS, "Please choose what the word means");
const Word = z.string().min(1).max(200);
const WORDS_MAX = 100;

/** What an owner says of a file. Each part that is given replaces what was recognized. */
export const StatementAnswers = z
  .object({
    columns: z
      .array(z.object({ index: z.number().int().min(0).max(249), meaning: Meaning }))
      .max(250)
      .optional()
      .describe("All of them, or those that are said: what is asked of the others stays open"),
    sheet: z.number().int().min(0).max(999).optional(),
    timeZone: TimeZone.optional().describe("An IANA name such as Europe/Madrid, or +02:00"),
    dateOrder: DateOrder.optional(),
    decimalMark: DecimalMark.optional(),
    currency: Currency.optional().describe("Of amounts without one of their own"),
    brand: Brand.optional().describe("Whose rows are read, of a file with several; empty reads all"),
    kinds: z
      .record(Word, RowKind)
      .refine((words) => Object.keys(words).length <= WORDS_MAX, "Please send fewer words at once")
      .optional()
      .describe("What words of the broker for kinds and statuses of rows mean"),
    platformId: Id.optional().describe("Whose file it is: its own broker, or another to which it is moved"),
    confirm: z.literal(true).optional().describe("What was recognized is right as it is"),
  })
  .refine((answers) => Object.keys(answers).length > 0, {
    path: ["columns"],
    message: "Please say how the file is read",
  });
export type StatementAnswers = z.infer<typeof StatementAnswers>;

export const StatementColumnResponse = z.object({
  index: z.number().int(),
  heading: z.string(),
  meaning: Meaning,
  from: z
    .enum(["heading", "values", "claims", "remembered", "user"])
    .nullable()
    .describe("What told it; claims: what visitors typed stands in it"),
  examples: z.array(z.string()),
});

export const StatementQuestionResponse = z.object({
  id: z.enum(["sheet", "platform", "timeZone", "dateOrder", "currency", "columns"]),
  about: z
    .enum(["meanings", ...COLUMN_ROLES, "decimalMark", "brand"])
    .nullable()
    .describe("Which question of `columns` it is: each is answered by its own field"),
  options: z.array(z.string()).describe("Of account, amount and day the indexes of the columns that fit"),
  guess: z.string().nullable(),
});
export type StatementQuestionResponse = z.infer<typeof StatementQuestionResponse>;

export const StatementReadingResponse = z.object({
  account: z.string().nullable().describe("What its title lines name"),
  dateOrder: DateOrder,
  decimalMark: DecimalMark,
  currency: z.string().nullable().describe("Of amounts without one of their own"),
  brand: z.string().nullable().describe("Whose rows are read; null reads all"),
  brands: z.array(z.string()),
  otherBrandRows: z.number().int().describe("Rows of other brands, which are left out"),
  unknownKinds: z
    .array(z.object({ word: z.string(), rows: z.number().int(), isStatus: z.boolean().optional() }))
    .describe("Words for kinds or statuses of rows that are unknown, which `kinds` explains"),
});

/** How a file is read, as its page posts it. */
export const StatementReadForm = z.object({
  intent: z.literal("read"),
  seen: emptyAsMissing(z.string().max(ID_MAX)),
  meanings: z.array(Meaning).default([]),
  sheet: emptyAsMissing(z.coerce.number().int().min(0)),
  platformId: emptyAsMissing(Id),
  timeZone: emptyAsMissing(TimeZone),
  dateOrder: emptyAsMissing(DateOrder),
  decimalMark: emptyAsMissing(DecimalMark),
  currency: emptyAsMissing(Currency),
  brand: emptyAsMissing(Brand),
});

/** A button that gives a role to one column. */
export const StatementColumnForm = z.object({
  intent: z.literal("chooseColumn"),
  role: z.enum(COLUMN_ROLES),
  index: z.coerce.number().int(),
});

/** Words for kinds of row; those without a kind stay unknown. */
export const StatementKindsForm = z.object({
  intent: z.literal("kinds"),
  words: z
    .array(z.object({ word: Word, kind: emptyAsMissing(RowKind) }))
    .max(WORDS_MAX)
    .default([]),
});
