import { z } from "zod";
import { messages } from "#app/schemas/messages/index.ts";
import { URL_MAX } from "#app/schemas/shared/limits.ts";
import { isPlainText } from "#app/schemas/shared/text.ts";

const { news, formSettings } = messages;

const filter = z
  .string()
  .max(100)
  .optional()
  .transform((name) => name || undefined);
export const NewsQuery = z.object({
  source: filter.describe("The name of a source, as items have it"),
  category: filter.describe("The name of a category, as items have it"),
});
export type NewsQuery = z.output<typeof NewsQuery>;

const line = (required: string, max: number, long: string) =>
  z.string(required).trim().min(1, required).max(max, long).refine(isPlainText, formSettings.plainLine);

export const NewsItemInput = z.object({
  title: line(news.titleRequired, 150, news.titleLong),
  summary: z
    .string()
    .trim()
    .max(400, news.summaryLong)
    .optional()
    .transform((text) => text || null),
  url: z
    .url({ protocol: /^https?$/, error: news.urlShape })
    .max(URL_MAX, news.urlShape)
    .optional()
    .transform((url) => url ?? null),
  category: line(news.categoryRequired, 50, news.categoryLong),
});
export type NewsItemInput = z.output<typeof NewsItemInput>;

export const NewsItemForm = z.discriminatedUnion("intent", [
  NewsItemInput.extend({ intent: z.literal("save") }),
  z.object({ intent: z.literal("delete") }),
]);
export const NewNewsItemForm = z.discriminatedUnion("intent", [
  NewsItemInput.extend({ intent: z.literal("publish") }),
]);

export const NewsItemResponse = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string().nullable(),
  url: z.string().nullable(),
  source: z.string(),
  category: z.string(),
  publishedAt: z.iso.datetime().nullable().describe("Null if the feed's date is missing or unreadable"),
});
export type NewsItemResponse = z.infer<typeof NewsItemResponse>;

export const NewsResponse = z.object({
  news: z.array(NewsItemResponse),
  lastUpdated: z.iso.datetime().nullable().describe("When a feed last responded"),
});
export type NewsResponse = z.infer<typeof NewsResponse>;
