import { nulls, pick } from "#app/lib/objects.ts";
import { linkUrl } from "#app/lib/share-links.ts";
import { toTruth } from "#app/lib/truth.ts";
import type { NamedLink } from "#app/models/named-link.server.ts";
import type { CountedLinkResponse, LinkResponse } from "#app/schemas/links.ts";

type PresentedLink = {
  link: NamedLink;
  /** Of its form. */
  slug: string;
  counts: { views: number; submissions: number; decided: number; verified: number; waiting: number };
};

/** A link for its owner. @param toUrl a form's public address */
export const presentLink = (
  { link, slug, counts: { views, submissions, ...decided } }: PresentedLink,
  toUrl: (form: { slug: string }) => string,
): CountedLinkResponse => ({
  ...pick(link, ["id", "formId", "name", "label", "source", "medium", "campaign"]),
  url: linkUrl(toUrl({ slug }), link),
  isArchived: link.archivedAt !== null,
  views,
  claims: submissions,
  verified: decided.verified,
  truth: toTruth(decided),
  createdAt: link.createdAt.toISOString(),
});

/** The same in /api, whose keys may not read figures. */
export const presentLinkFor = (
  allows: (action: "stats:read") => boolean,
  link: PresentedLink,
  toUrl: (form: { slug: string }) => string,
): LinkResponse => ({
  ...presentLink(link, toUrl),
  ...(allows("stats:read") ? {} : nulls(["views", "claims", "verified", "truth"])),
});
