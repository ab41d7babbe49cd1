import { tz } from "@date-fns/tz";
import { addDays } from "date-fns";
import type { LinkList } from "#app/components/links/link-table.tsx";
import { dayIn } from "#app/lib/dates.ts";
import type { Workspace } from "#app/models/index.server.ts";
import { presentLink } from "#app/presenters/link.ts";
import { type CountedLinkResponse, LinkListQuery, type LinkSort } from "#app/schemas/links.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import { countArchivedLinks, listLinks } from "#app/services/links/links.server.ts";
import { formUrl } from "#app/services/opt-in-forms/form-url.server.ts";

/** The links of a form as the address asks for them. */
export async function loadLinks(
  workspace: Workspace,
  formId: string,
  searchParams: URLSearchParams,
): Promise<LinkList> {
  const query = LinkListQuery.parse(Object.fromEntries(searchParams));
  const [found, archived] = await Promise.all([
    listLinks(workspace, { formId, isArchived: query.archived }),
    countArchivedLinks(workspace.id, formId),
  ]);
  const links = found.map((link) => presentLink(link, formUrl));
  const text = query.search.toLowerCase();
  const matching = links.filter(({ label, name }) => `${label}\n${name}`.toLowerCase().includes(text));
  const compare = orders[query.sort];
  return {
    links: compare ? matching.sort(compare) : matching,
    total: links.length,
    archived,
    query,
    viewsOfPeopleFrom: findFirstWholeDay(workspace),
  };
}

/** On the day itself they were counted for some hours. */
const findFirstWholeDay = ({ viewsOfPeopleSince, timeZone }: Workspace): string | null =>
  viewsOfPeopleSince && dayIn(timeZone, new Date(+addDays(viewsOfPeopleSince, 1, { in: tz(timeZone) })));

type Compare = (one: CountedLinkResponse, other: CountedLinkResponse) => number;

/** Those with the most claims come first as they are. */
const orders: Record<LinkSort, Compare | null> = {
  claims: null,
  views: (one, other) => other.views - one.views,
  verified: (one, other) => other.verified - one.verified,
  // By the lower bound of the interval: one true claim of one says less than nine of ten.
  truth: (one, other) => other.truth.low - one.truth.low,
  label: (one, other) => one.label.localeCompare(other.label, "en"),
  newest: (one, other) => (one.createdAt < other.createdAt ? 1 : -1),
};

/** What the ads of each platform need; some take it with the form's address. */
export const listAdLinks = (url: string) =>
  adPlatforms.all().map(({ id, name, describe, settingsSchema }) => {
    const { query, isOfAddress, place, note } = describe(settingsSchema.parse({})).adParameters;
    return { id, name, place, note, pasted: isOfAddress ? `${url}?${query}` : query };
  });
