import { z } from "zod";
import { findMacro } from "#app/lib/link-macros.ts";
import { CHANNELS } from "#app/lib/share-links.ts";
import { HYPHENATED } from "#app/lib/slug.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { LINK_NAME_MAX, NAME_MAX, UTM_MAX } from "#app/schemas/shared/limits.ts";
import { FilterId, Id } from "#app/schemas/shared/params.ts";
import { hasAnyField } from "#app/schemas/shared/partial.ts";
import { emptyAsMissing } from "#app/schemas/shared/query.ts";
import { isPlainText } from "#app/schemas/shared/text.ts";
import { TruthResponse } from "#app/schemas/statistics.ts";

const { links } = messages;

const Label = z
  .string(links.labelMissing)
  .trim()
  .min(1, links.labelMissing)
  .max(NAME_MAX, links.labelLong)
  .refine(isPlainText, links.labelLong);

const Name = z
  .string(links.nameShape)
  .transform((text) => text.trim().toLowerCase())
  .refine((name) => name.length <= LINK_NAME_MAX && HYPHENATED.test(name), links.nameShape);

const Tag = z
  .string(links.tagLong)
  .trim()
  .max(UTM_MAX, links.tagLong)
  .refine(isPlainText, links.tagLong)
  .refine((text) => findMacro(text) === null, links.tagMacro);

const input = {
  label: Label.describe("What the owner calls it"),
  name: emptyAsMissing(Name).describe(
    "What its address says as `l`: letters from a to z, digits and single hyphens. Unique per form; without one it is made of the label",
  ),
  source: emptyAsMissing(Tag).describe("What its address says as `utm_source`"),
  medium: emptyAsMissing(Tag).describe("What its address says as `utm_medium`"),
  campaign: emptyAsMissing(Tag).describe("What its address says as `utm_campaign`"),
};

export const LinkInput = z.object({
  ...input,
  formId: emptyAsMissing(Id).describe("The form that it leads to; without one the default form"),
});
export type LinkInput = z.infer<typeof LinkInput>;

export const LinkChange = z
  .object({
    label: Label.optional(),
    isArchived: z
      .boolean()
      .optional()
      .describe("The views and claims of an archived link count for the form alone, until it is restored"),
  })
  .refine(hasAnyField, messages.profile.nothingToChange);
export type LinkChange = z.infer<typeof LinkChange>;

/** The list of links on a page. */
const LINK_SORTS = ["claims", "views", "verified", "truth", "label", "newest"] as const;
export type LinkSort = (typeof LINK_SORTS)[number];
export const LinkListQuery = z.object({
  search: z.string().trim().max(NAME_MAX).catch(""),
  sort: z.enum(LINK_SORTS).catch("claims"),
  archived: z
    .literal("yes")
    .optional()
    .catch(undefined)
    .transform((value) => value === "yes"),
});

export const NewLinkForm = z.object({
  intent: z.literal("create"),
  /** On the default form's page, which has no form in its address. */
  shownForm: z.string().optional(),
  ...input,
  channel: emptyAsMissing(
    z.enum(
      CHANNELS.map(({ id }) => id),
      links.channelShape,
    ),
  ),
});

export const LinkForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("rename"), label: Label }),
  z.object({ intent: z.literal("archive") }),
  z.object({ intent: z.literal("restore") }),
  z.object({ intent: z.literal("delete") }),
]);

export const LinksQuery = z.object({
  formId: emptyAsMissing(FilterId).describe("Only the links of this form"),
  isArchived: z
    .enum(["true", "false"], "Please provide true or false")
    .default("false")
    .transform((text) => text === "true")
    .describe("Lists the archived links in place of the others"),
});

const count = z.number().int();

const CountedLinkResponse = z.object({
  id: z.string(),
  formId: z.string(),
  name: z.string(),
  label: z.string(),
  source: z.string().nullable(),
  medium: z.string().nullable(),
  campaign: z.string().nullable(),
  url: z.string().describe("The form's address with all of these"),
  isArchived: z.boolean(),
  views: count,
  claims: count,
  verified: count,
  truth: TruthResponse,
  createdAt: z.iso.datetime(),
});
/** For members: whoever reads the settings reads the figures too. */
export type CountedLinkResponse = z.infer<typeof CountedLinkResponse>;

const uncounted = "Null for a key without stats:read";
export const LinkResponse = CountedLinkResponse.extend({
  views: count
    .nullable()
    .describe(`Pages that people saw: no previews, robots or pages that were fetched ahead. ${uncounted}`),
  claims: count.nullable().describe(uncounted),
  verified: count.nullable().describe(`As in truth. ${uncounted}`),
  truth: TruthResponse.nullable().describe(uncounted),
});
export type LinkResponse = z.infer<typeof LinkResponse>;

export const OneLinkResponse = z.object({ link: LinkResponse });
export const LinksResponse = z.object({
  links: z.array(LinkResponse).describe("Those with the most claims first"),
});
