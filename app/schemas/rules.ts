import { z } from "zod";
import { EVIDENCE_SOURCES } from "#app/lib/evidence.ts";
import { RULE_HOLD_MAX, RULE_PAUSES, RULE_PER_DAY, RULE_PER_DAY_MAX } from "#app/lib/verification-rules.ts";
import { messages } from "#app/schemas/messages/index.ts";
import {
  Amount,
  Currency,
  digitsIssue,
  hasFittingDigits,
  MoneyResponse,
  readTypedMoney,
  TypedAmount,
} from "#app/schemas/shared/money.ts";
import { Id } from "#app/schemas/shared/params.ts";
import { emptyAsMissing } from "#app/schemas/shared/query.ts";

const { rules } = messages;

export const RuleParams = z.object({ platformId: Id.describe("The broker's id") });

const whole = (max: number, message: string, min = 0) =>
  z.number(message).int(message).min(min, message).max(max, message);

const settings = {
  isOn: z.boolean(),
  sources: z
    .array(z.enum(EVIDENCE_SOURCES, rules.sourceUnknown))
    .min(1, rules.sourcesMissing)
    .transform((sources) => EVIDENCE_SOURCES.filter((source) => sources.includes(source)))
    .describe("What its decisions may rest on"),
  needed: z
    .union([z.literal(1), z.literal(2)], rules.neededShape)
    .default(1)
    .describe("How many sources must say the same of client and money"),
  amountMax: z
    .object({ amount: Amount, currency: Currency })
    .refine(hasFittingDigits, digitsIssue())
    .nullable()
    .default(null)
    .describe("Above it a member decides: the larger amount of visitor and evidence counts"),
  perDay: whole(RULE_PER_DAY_MAX, rules.perDayShape, 1).default(RULE_PER_DAY),
  holdSeconds: whole(RULE_HOLD_MAX, rules.holdShape)
    .default(RULE_HOLD_MAX)
    .describe("How long the events wait, so that the decision can be undone; less where a window closes"),
};

const hasEnoughSources = ({ sources, needed }: { sources: readonly string[]; needed: number }) =>
  sources.length >= needed;
const tooFew = { path: ["needed"], message: rules.tooFewSources };

export const RuleBody = z
  .object({
    ...settings,
    dryRun: z.boolean().optional().describe("Saves nothing, and says what it would have verified in 30 days"),
  })
  .refine(hasEnoughSources, tooFew);
export type RuleInput = Omit<z.output<typeof RuleBody>, "dryRun">;

const typedWhole = (max: number, message: string, min = 0) =>
  z
    .string(message)
    .max(10, message)
    .transform((text) => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN))
    .pipe(whole(max, message, min));

/** What the form of the page sends: either save it or try it. */
export const RuleForm = z
  .object({
    intent: z.literal("save"),
    isOn: z.enum(["on", "off"]).default("off"),
    sources: settings.sources.default([]),
    needed: z
      .enum(["1", "2"], rules.neededShape)
      .transform((text) => (text === "2" ? 2 : 1))
      .pipe(z.union([z.literal(1), z.literal(2)])),
    amount: emptyAsMissing(TypedAmount),
    currency: emptyAsMissing(Currency),
    perDay: typedWhole(RULE_PER_DAY_MAX, rules.perDayShape, 1),
    holdSeconds: typedWhole(RULE_HOLD_MAX, rules.holdShape),
    password: z.string().max(200).optional(),
    dryRun: z.literal("yes").optional(),
  })
  .refine(({ amount, currency }) => amount === undefined || currency !== undefined, {
    path: ["currency"],
    message: messages.fields.currencyRequired,
  })
  .transform(readTypedMoney)
  .refine(hasEnoughSources, tooFew);
export type RuleForm = z.output<typeof RuleForm>;

export const RuleResponse = z.object({
  isOn: z.boolean(),
  sources: z.array(z.enum(EVIDENCE_SOURCES)),
  needed: z.number().int(),
  amountMax: MoneyResponse.nullable(),
  perDay: z.number().int(),
  holdSeconds: z.number().int(),
  pausedBecause: z
    .enum(RULE_PAUSES)
    .nullable()
    .describe("limit: until tomorrow. doubts: until it is saved again while on"),
  decidedToday: z.number().int(),
  decided: z.number().int().describe("In the last 30 days"),
  doubted: z.number().int().describe("Those of them that turned out wrong"),
});
export type RuleResponse = z.infer<typeof RuleResponse>;
export const RuleReply = z.object({ rule: RuleResponse });
export const RuleOrDryRun = z.union([
  RuleReply,
  z
    .object({
      wouldDecide: z.number().int(),
      claims: z.number().int().describe("Of the broker in the last 30 days"),
    })
    .describe("With dryRun"),
]);
