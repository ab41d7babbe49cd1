import { z } from "zod";
import { parseChangeCursor } from "#app/lib/change-cursor.ts";
import { messages } from "#app/schemas/messages/index.ts";
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

const QueryDate = z.union([z.iso.date(), z.iso.datetime({ offset: true })], messages.fields.dayShape);

/** The fields of a range of days or instants, which `readDateRange` reads in a time zone. */
export const dateRange = {
  from: emptyAsMissing(QueryDate).describe("The first day, in the owner's time zone, or an instant"),
  to: emptyAsMissing(QueryDate).describe("The last day, which is included, or an instant"),
};

/** The fields of a list that also gives what has changed, with the check below. */
export const changeFields = {
  updatedSince: emptyAsMissing(QueryDate).describe(
    "Lists what has changed since that day or instant, the earliest change first, in place of pages and sort. The response's pagination.cursor says where the next call goes on",
  ),
  cursor: emptyAsMissing(
    z.string().transform((text, context) => {
      const cursor = parseChangeCursor(text);
      if (cursor) return cursor;
      context.addIssue({ code: "custom", message: "Please send a cursor as the response before had it" });
      return z.NEVER;
    }),
  ).describe(
    "The pagination.cursor of the response before, in place of updatedSince and with the same filters. Call again at once while pagination.hasMore is true, later for what changes until then. Changes of the last minute are given again, because one may become visible late: compare their updatedAt. Not a change: that an attempt begins, and when the next one is due",
  ),
};

type ChangeQuery = { updatedSince?: string; cursor?: unknown; page: number };

/** Changes have a cursor and no pages. */
export const hasOnePlace = ({ updatedSince, cursor, page }: ChangeQuery) =>
  page === 1 || !(updatedSince || cursor);
export const onePlaceIssue = () => ({ path: ["page"], message: "Please use the cursor in place of a page" });

export const PaginationResponse = z.object({
  total: z.number().int(),
  page: z.number().int(),
  limit: z.number().int(),
  pages: z.number().int(),
  hasMore: z
    .boolean()
    .optional()
    .describe("Whether more match than total says, which is a lower bound; false without it"),
  cursor: z.string().optional().describe("With updatedSince: where the next call goes on"),
});
export type PaginationResponse = z.infer<typeof PaginationResponse>;
