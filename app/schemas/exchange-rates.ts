import { z } from "zod";

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
