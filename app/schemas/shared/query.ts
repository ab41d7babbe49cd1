import { z } from "zod";
import { PAGE_MAX, PAGE_SIZE, PAGE_SIZE_MAX } from "./limits.ts";

/** For fields of a GET form, which sends all of them. */
export const emptyAsMissing = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema.optional());

const positiveInteger = z.coerce.number().int().min(1);

/** The fields of a list that has pages. */
export const paging = {
  page: emptyAsMissing(positiveInteger.max(PAGE_MAX)).default(1),
  limit: emptyAsMissing(positiveInteger.max(PAGE_SIZE_MAX)).default(PAGE_SIZE),
};

const QueryDate = z.union(
  [z.iso.date(), z.iso.datetime({ offset: true })],
  "Please provide a date, for example 2026-11-20",
);

/** The fields of a range of days or instants, which `readDateRange` reads in a time zone. */
export const dateRange = { from: emptyAsMissing(QueryDate), to: emptyAsMissing(QueryDate) };

export const PaginationResponse = z.object({
  total: z.number().int(),
  page: z.number().int(),
  limit: z.number().int(),
  pages: z.number().int(),
  /** The total is a lower bound: more than 1,000 match. */
  hasMore: z.boolean().optional(),
});
export type PaginationResponse = z.infer<typeof PaginationResponse>;
