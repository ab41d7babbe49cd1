import { z } from "zod";
import { toAmount } from "#app/lib/money.ts";
import { countDays } from "#app/lib/periods.ts";
import { normalizeSource } from "#app/lib/sources.ts";
import { MANUAL_DAYS_MAX, SPEND_GROUPS } from "#app/lib/spend-groups.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { Day } from "#app/schemas/shared/day.ts";
import { AMOUNT_TYPED_MAX } from "#app/schemas/shared/limits.ts";
import {
  Currency,
  digitsIssue,
  hasFittingDigits,
  MoneyResponse,
  readTypedMoney,
} from "#app/schemas/shared/money.ts";
import { FilterId, filterName, Id } from "#app/schemas/shared/params.ts";
import { emptyAsMissing, PaginationResponse, paging } from "#app/schemas/shared/query.ts";
import { isPlainText } from "#app/schemas/shared/text.ts";
import { fileReading } from "#app/schemas/spend-files.ts";
import { StatisticsQuery } from "#app/schemas/statistics.ts";

const sentences = messages.spend;
const TEXT_MAX = 200;

/** What narrows a list of spend. */
const filters = {
  campaign: emptyAsMissing(FilterId).describe("The id of a campaign, as a row's key has it"),
  adSet: emptyAsMissing(FilterId).describe("The id of an ad set, as a row's key has it"),
  ad: emptyAsMissing(FilterId).describe("The id of an ad, as a row's key has it"),
  platform: emptyAsMissing(filterName(20)).describe("An ad platform such as meta, google, tiktok, snapchat"),
  account: emptyAsMissing(filterName(64)).describe("The ad platform's id of an account"),
  source: emptyAsMissing(z.string().max(TEXT_MAX)).describe("A source of amounts by hand"),
  import: emptyAsMissing(FilterId).describe("The id of a file or of an amount by hand"),
};
const days = StatisticsQuery.omit({ compare: true }).shape;

export const SpendQuery = z.object({
  ...days,
  groupBy: emptyAsMissing(z.enum(SPEND_GROUPS, "Please choose a valid group"))
    .default("campaign")
    .describe("What a row is"),
  ...filters,
  ...paging,
});
export type SpendQuery = z.infer<typeof SpendQuery>;

/** The query of a list of single rows. */
export const SpendRowsQuery = SpendQuery.omit({ groupBy: true });
export type SpendRowsQuery = z.infer<typeof SpendRowsQuery>;

export const SpendImportsQuery = z.object({ ...paging });

/** The sign of money that came back, and the amount after it. */
function splitSign(typed: string): { sign: string; figure: string } {
  const text = typed.trim();
  return /^[-−]/.test(text) ? { sign: "-", figure: text.slice(1).trim() } : { sign: "", figure: text };
}

const SpendText = z.string(sentences.amountShape).max(AMOUNT_TYPED_MAX, sentences.amountShape);
const isSpendAmount = (text: string) => toAmount(splitSign(text).figure) !== null;
/** As it was typed: its currency says how it is read. */
const TypedSpend = SpendText.refine(isSpendAmount, sentences.amountShape);
const SpendAmount = z
  .union([SpendText, z.number().transform(String)], sentences.amountShape)
  .refine(isSpendAmount, sentences.amountShape)
  .transform((text) => {
    const { sign, figure } = splitSign(text);
    return sign + toAmount(figure);
  });

const Source = z
  .string(sentences.sourceRequired)
  .max(TEXT_MAX, sentences.sourceRequired)
  .refine(isPlainText, sentences.sourceRequired)
  .transform((text, context) => {
    const source = normalizeSource(text);
    if (source !== null) return source;
    context.addIssue({ code: "custom", message: sentences.sourceRequired });
    return z.NEVER;
  });

const manual = {
  name: z
    .string(sentences.nameRequired)
    .trim()
    .min(1, sentences.nameRequired)
    .max(TEXT_MAX, "Please use at most 200 characters")
    .refine(isPlainText, sentences.nameRequired)
    .describe("What the money was spent on"),
  amount: SpendAmount.describe("Negative for money that came back"),
  currency: Currency,
  from: Day.describe("The first day; the amount is spread evenly over the days"),
  to: emptyAsMissing(Day).describe("The last day; the first one without it"),
  source: Source.describe("The source of the claims that it brought, such as instagram"),
};
type Manual = { amount: string; currency: string; from: string; to?: string | undefined };

const isInOrder = ({ from, to }: Manual) => to === undefined || from <= to;
const isShort = ({ from, to }: Manual) =>
  to === undefined || to < from || countDays({ from, to }) <= MANUAL_DAYS_MAX;
export const ManualSpend = z
  .object(manual)
  .refine(
    ({ amount, currency }) => hasFittingDigits({ amount: amount.replace("-", ""), currency }),
    digitsIssue(),
  )
  .refine(isInOrder, { path: ["to"], message: sentences.endsBeforeStart })
  .refine(isShort, { path: ["to"], message: sentences.periodLong });
export type ManualSpend = z.infer<typeof ManualSpend>;

/** The forms of the page of spend. The files are beside the fields. */
export const SpendForm = z.discriminatedUnion("intent", [
  z
    .object({ intent: z.literal("add"), ...manual, amount: TypedSpend })
    .transform((typed, context) => {
      const { sign, figure } = splitSign(typed.amount);
      const { amount } = readTypedMoney({ amount: figure, currency: typed.currency }, context);
      return { ...typed, amount: sign + amount };
    })
    .refine(isInOrder, { path: ["to"], message: sentences.endsBeforeStart })
    .refine(isShort, { path: ["to"], message: sentences.periodLong }),
  z.object({ intent: z.literal("upload"), file: z.undefined().optional() }),
  z.object({ intent: z.literal("delete"), importId: Id }),
]);

const count = z.number().int();
const figures = {
  spend: z
    .string()
    .nullable()
    .describe("In the workspace's currency at each day's rate; null where an amount has no rate"),
  sums: z.array(MoneyResponse).describe("The same as it was paid, by currency"),
  impressions: count.nullable().describe("Null where no row says it"),
  clicks: count.nullable(),
  conversions: z.string().nullable().describe("What the ad platforms count themselves"),
  isSpread: z.boolean().describe("Whether a part is an amount that was spread over several days"),
};

export const SpendRowResponse = z.object({
  key: z
    .string()
    .nullable()
    .describe("The day, ad platform, account, source, or the id of the campaign, ad set, ad or import"),
  label: z.string().nullable().describe("The name of a campaign, ad set, ad or import"),
  adPlatform: z.string().nullable(),
  ...figures,
});
export type SpendRowResponse = z.infer<typeof SpendRowResponse>;

export const SpendTotalsResponse = z.object(figures).describe("Of all rows, whatever the page");
export type SpendTotalsResponse = z.infer<typeof SpendTotalsResponse>;

export const SpendResponse = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  groupBy: z.enum(SPEND_GROUPS),
  currency: z.string().describe("The workspace's"),
  rows: z.array(SpendRowResponse).describe("The largest spend first; days in their order"),
  totals: SpendTotalsResponse,
  pagination: PaginationResponse,
});
export type SpendResponse = z.infer<typeof SpendResponse>;

/** A file of an ad platform, or an amount by hand. */
export const SpendImportResponse = z.object({
  id: z.string(),
  kind: z.enum(["file", "manual"]),
  name: z.string().describe("The file's name, or what the money was spent on"),
  adPlatform: z.string().nullable().describe("Null for an amount by hand, and until a file's is known"),
  accountId: z.string().nullable(),
  source: z.string().nullable().describe("Of an amount by hand"),
  amount: z.string().nullable().describe("Of an amount by hand, or of a file in one currency"),
  currency: z.string().nullable(),
  from: z.iso.date().nullable(),
  to: z.iso.date().nullable(),
  isSpread: z.boolean().describe("Whether it is spread evenly over its days, because it says none"),
  bytes: count,
  addedBy: z.string().nullable(),
  addedAt: z.iso.datetime(),
  fileDeletedAt: z.iso
    .datetime()
    .nullable()
    .describe("When its file was deleted, after 30 days; its rows are kept"),
  status: z.enum(["reading", "columns", "ready", "failed"]).describe("columns: a question is open"),
  rows: count,
  counted: z.array(MoneyResponse).describe("What its rows add up to that no later reading has replaced"),
  error: z.string().nullable(),
  ...fileReading,
});
export type SpendImportResponse = z.infer<typeof SpendImportResponse>;

const isNew = z.boolean().describe("Whether a file of it was not uploaded before");
export const UploadedSpendResponse = z.object({
  imports: z.array(SpendImportResponse).describe("One for each file, also of those in a ZIP"),
  isNew,
});
export type UploadedSpendResponse = z.infer<typeof UploadedSpendResponse>;

export const OneSpendImportResponse = z.object({ import: SpendImportResponse });
export const SpendImportsResponse = z.object({
  imports: z.array(SpendImportResponse),
  pagination: PaginationResponse,
});
