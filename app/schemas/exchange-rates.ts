import { z } from "zod";
import { findPeg } from "#app/lib/pegs.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { Day } from "#app/schemas/shared/day.ts";
import { Currency } from "#app/schemas/shared/money.ts";
import { Id } from "#app/schemas/shared/params.ts";
import { emptyAsMissing } from "#app/schemas/shared/query.ts";

export const RatesResponse = z.object({
  base: z.literal("EUR"),
  date: z.iso.date().describe("The bank's day that the rates are of"),
  exchangeRates: z.record(z.string(), z.number()).describe("How many units of a currency one euro is"),
  lastUpdated: z.iso
    .datetime()
    .nullable()
    .describe("Null while only the rates serve that ship with the product"),
  nextUpdate: z.iso.datetime().nullable(),
  isStale: z.boolean(),
});
export type RatesResponse = z.infer<typeof RatesResponse>;

/** More digits than any bank publishes. A comma is read as a point. */
const RATE = /^\d{1,12}([.,]\d{1,12})?$/;

const RateValue = z
  .union([z.string().max(40, messages.exchangeRates.rateShape), z.number()], messages.exchangeRates.rateShape)
  .transform((value) => String(value).trim())
  .refine((text) => RATE.test(text) && Number(text.replace(",", ".")) > 0, messages.exchangeRates.rateShape)
  .transform((text) => text.replace(",", "."));

const pair = { from: Currency, to: Currency, rate: RateValue };
const areDifferent = ({ from, to }: { from: string; to: string }) => from !== to;
/** New for each schema: zod changes what it is given. */
const sameCurrency = () => ({ path: ["to"], message: messages.exchangeRates.sameCurrency });

export const OwnRateInput = z
  .object({
    ...pair,
    rate: RateValue.describe("How much of `to` one unit of `from` is"),
    validFrom: Day.nullish().describe(
      "The first day, in the owner's time zone. Without one the rate is pegged: it is valid on all days",
    ),
  })
  .refine(areDifferent, sameCurrency());
export type OwnRateInput = z.infer<typeof OwnRateInput>;

export const OwnRateForm = z.discriminatedUnion("intent", [
  z
    .object({
      intent: z.literal("set"),
      ...pair,
      validity: z.enum(["always", "from"]),
      validFrom: emptyAsMissing(Day),
    })
    .refine(areDifferent, sameCurrency())
    .refine(({ validity, validFrom }) => validity === "always" || validFrom !== undefined, {
      path: ["validFrom"],
      message: messages.exchangeRates.dayMissing,
    }),
  z.object({
    intent: z.literal("use-peg"),
    currency: z.string().refine((code) => findPeg(code) !== null, messages.exchangeRates.noPeg),
  }),
  z.object({ intent: z.literal("delete"), rateId: Id }),
]);

export const OwnRateResponse = z.object({
  id: z.string(),
  from: z.string(),
  to: z.string(),
  rate: z.string().describe("How much of `to` one unit of `from` is"),
  isPegged: z.boolean(),
  validFrom: z.iso.date().nullable().describe("Null for a pegged rate"),
  createdAt: z.iso.datetime(),
});
export type OwnRateResponse = z.infer<typeof OwnRateResponse>;

export const OneOwnRateResponse = z.object({ rate: OwnRateResponse });
export const OwnRatesResponse = z.object({ rates: z.array(OwnRateResponse) });
