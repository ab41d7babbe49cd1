import { dayRange } from "#app/components/filters/day-range.ts";
import type { FormChoice } from "#app/components/layout/form-names.tsx";
import { DECIDED_BY_API } from "#app/lib/domain.ts";
import type { EventFilter } from "#app/lib/event-state.ts";
import type { TruthFilter } from "#app/lib/truth.ts";
import type { SubmissionsQuery } from "#app/schemas/submission-query.ts";
import { eventStateWords } from "./submission-state.ts";

export type FilterPlatform = { id: string; name: string; isArchived: boolean };
/** The names of the primary ad platform, which decides the event status, and of the one filtered by. */
export type FilterAdPlatforms = { primary: string; filtered: string | null };
export type FilterDecider = { id: string; name: string };
export type FilterLink = { id: string; name: string; label: string };
export type ListFilter = { key: string; label: string; without: Record<string, null> };

/** What the ids of filters are called. */
type FilterNames = {
  platforms: FilterPlatform[];
  /** None where the workspace has one form. */
  forms: FormChoice[];
  deciders: FilterDecider[];
  links: FilterLink[];
  adPlatforms: FilterAdPlatforms;
};

/** The active filters that neither the tabs nor the search field show. */
export function toActiveFilters(
  query: SubmissionsQuery,
  { platforms, forms, deciders, links, adPlatforms }: FilterNames,
): ListFilter[] {
  const filters: (ListFilter | null)[] = [
    query.from || query.to
      ? { key: "days", label: dayRange(query), without: { from: null, to: null } }
      : null,
    query.source ? { key: "source", label: `From ${query.source}`, without: { source: null } } : null,
    query.campaign
      ? { key: "campaign", label: `Campaign ${query.campaign}`, without: { campaign: null } }
      : null,
    query.medium ? { key: "medium", label: `Medium ${query.medium}`, without: { medium: null } } : null,
    query.content ? { key: "content", label: `Content ${query.content}`, without: { content: null } } : null,
    query.term ? { key: "term", label: `Term ${query.term}`, without: { term: null } } : null,
    query.campaignId
      ? { key: "campaignId", label: `Campaign ID ${query.campaignId}`, without: { campaignId: null } }
      : null,
    query.adSetId
      ? { key: "adSetId", label: `Ad set ID ${query.adSetId}`, without: { adSetId: null } }
      : null,
    query.adCampaign
      ? { key: "adCampaign", label: "Campaign with spend", without: { adCampaign: null } }
      : null,
    query.adId ? { key: "adId", label: `Ad ID ${query.adId}`, without: { adId: null } } : null,
    query.link
      ? { key: "link", label: `Link ${toLinkLabel(query.link, links)}`, without: { link: null } }
      : null,
    query.amountFrom || query.amountTo
      ? { key: "amount", label: amountRange(query), without: { amountFrom: null, amountTo: null } }
      : null,
    query.decidedBy
      ? {
          key: "decidedBy",
          label: `Decided by ${toDeciderName(query.decidedBy, deciders)}`,
          without: { decidedBy: null },
        }
      : null,
    query.country ? { key: "country", label: `Phone ${query.country}`, without: { country: null } } : null,
    query.hour === undefined
      ? null
      : {
          key: "hour",
          label: `${String(query.hour).padStart(2, "0")}:00 to ${String(query.hour).padStart(2, "0")}:59`,
          without: { hour: null },
        },
    query.event && query.event !== "problem"
      ? { key: "event", label: eventFilterWords[query.event], without: { event: null } }
      : null,
    adPlatforms.filtered
      ? { key: "adPlatform", label: `At ${adPlatforms.filtered}`, without: { adPlatform: null } }
      : null,
    query.platform
      ? {
          key: "platform",
          label: toPlatformLabel(platforms.find(({ id }) => id === query.platform)),
          without: { platform: null },
        }
      : null,
    query.form
      ? {
          key: "form",
          label: `Form ${forms.find(({ id }) => id === query.form)?.label ?? ""}`.trim(),
          without: { form: null },
        }
      : null,
    query.status === "handled" || query.status === "rejected"
      ? {
          key: "status",
          label: query.status === "handled" ? "Verified" : "Rejected",
          without: { status: null },
        }
      : null,
    query.truth ? { key: "truth", label: truthFilterWords[query.truth], without: { truth: null } } : null,
    query.eventStatus
      ? {
          key: "eventStatus",
          label: `${query.eventStatus === "sent" ? "Accepted" : "Not accepted"} by ${adPlatforms.primary}`,
          without: { eventStatus: null },
        }
      : null,
    query.search ? { key: "search", label: `“${query.search}”`, without: { search: null } } : null,
  ];
  return filters.filter((filter) => filter !== null);
}

/** "Amount 100 – 500", "Amount from 100", "Amount up to 500" */
function amountRange({ amountFrom, amountTo }: SubmissionsQuery): string {
  if (!amountFrom) return `Amount up to ${amountTo}`;
  return amountTo ? `Amount ${amountFrom} – ${amountTo}` : `Amount from ${amountFrom}`;
}

const toDeciderName = (who: string, deciders: FilterDecider[]): string =>
  who === DECIDED_BY_API ? "an API key" : (deciders.find(({ id }) => id === who)?.name ?? "somebody else");

const toLinkLabel = (link: string, links: FilterLink[]): string =>
  links.find(({ id, name }) => id === link || name === link)?.label ?? link;

/** As the truth rate names its counts. */
const truthFilterWords: Record<TruthFilter, string> = {
  decided: "Decided",
  verified: "True",
  confirmed: "Confirmed by a statement",
  waiting: "To check",
};

const { sent, ...others } = eventStateWords;
/** The filters by event, as the analytics name them too. */
const eventFilterWords: Record<EventFilter, string> = {
  sent,
  unaccepted: "Not accepted",
  problem: "Problems",
  ...others,
  // The badge has two words for each of these.
  failed: "Failed or refused",
  expired: "Expired, too late",
  attempted: "Sent",
  confirmed: "Confirmed by the platform",
  none: "No ad platform connected",
};
export const eventChoices = Object.entries(eventFilterWords).map(([value, label]) => ({ value, label }));

/** "Pacifica Prime", "Pacifica Prime, archived" */
export function toPlatformLabel(platform: FilterPlatform | undefined): string {
  if (!platform) return "Another broker";
  return platform.isArchived ? `${platform.name}, archived` : platform.name;
}

/** Whether anything but the order and the page is chosen. */
export function isFiltered({
  page: _page,
  limit: _limit,
  sort: _sort,
  ...filters
}: SubmissionsQuery): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}
