import { z } from "zod";
import { PAGE_MAX, PAGE_SIZE, PAGE_SIZE_MAX } from "./limits.ts";

/** For fields of a GET form, which sends all of them. */
export const emptyAsMissing = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema.optional());

const positiveInteger = z.coerce.number().int().min(1);

/** The fields of a list that has pages. */
export const paging = {
  page: emptyAsMissing(positiveInteger.max(PAGE_MAX)).default(1).describe("The first is 1"),
  limit: emptyAsMissing(positiveInteger.max(PAGE_SIZE_MAX))
    .default(PAGE_SIZE)
    .describe("How many there are on a page"),
};

const QueryDate = z.union(
  [z.iso.date(), z.iso.datetime({ offset: true })],
  "Please provide a date, for example 2026-11-20",
);

/** The fields of a range of days or instants, which `readDateRange` reads in a time zone. */
export const dateRange = {
  from: emptyAsMissing(QueryDate).describe("The first day, in the owner's time zone, or an instant"),
  to: emptyAsMissing(QueryDate).describe("The last day, which is included, or an instant"),
};

export const PaginationResponse = z.object({
  total: z.number().int(),
  page: z.number().int(),
  limit: z.number().int(),
  pages: z.number().int(),
  hasMore: z
    .boolean()
    .optional()
    .describe("Whether more match than total says, which is a lower bound; false without it"),
});
export type PaginationResponse = z.infer<typeof PaginationResponse>;
