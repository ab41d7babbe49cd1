import { dayRange } from "#app/components/filters/day-range.ts";
import type { FormChoice } from "#app/components/layout/form-names.tsx";
import { DECIDED_BY_API, DECIDED_BY_RULE } from "#app/lib/domain.ts";
import type { EventFilter } from "#app/lib/event-state.ts";
import { evidenceGroupWords } from "#app/lib/evidence.ts";
import { filterLabels } from "#app/lib/submission-filters.ts";
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

type FilterName = keyof SubmissionsQuery & keyof typeof filterLabels;

/** The filters that are typed as text and shown as "Medium cpc", in their order in the menu. */
export const TEXT_FILTERS = [
  "source",
  "campaign",
  "medium",
  "content",
  "term",
  "campaignId",
  "adSetId",
  "adId",
] as const;

type Chip = {
  /** The filters that it stands for. */
  names: [FilterName, ...FilterName[]];
  /** Its text; none where these filters are not active, or the tabs or the search field show them. */
  describe: (query: SubmissionsQuery, names: FilterNames) => string | null | undefined;
};

const CHIPS: Chip[] = [
  { names: ["from", "to"], describe: (query) => (query.from || query.to ? dayRange(query) : null) },
  ...TEXT_FILTERS.map((name): Chip => {
    const label = name === "source" ? "From" : filterLabels[name];
    return { names: [name], describe: (query) => (query[name] ? `${label} ${query[name]}` : null) };
  }),
  { names: ["adCampaign"], describe: ({ adCampaign }) => (adCampaign ? filterLabels.adCampaign : null) },
  { names: ["link"], describe: ({ link }, { links }) => (link ? `Link ${toLinkLabel(link, links)}` : null) },
  { names: ["amountFrom", "amountTo"], describe: amountRange },
  {
    names: ["decidedBy"],
    describe: ({ decidedBy }, { deciders }) =>
      decidedBy ? `Decided by ${toDeciderName(decidedBy, deciders)}` : null,
  },
  {
    names: ["evidence"],
    describe: ({ evidence }) =>
      evidence ? `${filterLabels.evidence}: ${evidenceGroupWords[evidence].toLowerCase()}` : null,
  },
  { names: ["country"], describe: ({ country }) => (country ? `Phone ${country}` : null) },
  { names: ["rush"], describe: ({ rush }) => (rush ? filterLabels.rush : null) },
  { names: ["hour"], describe: ({ hour }) => (hour === undefined ? null : hourRange(hour)) },
  {
    names: ["event"],
    describe: ({ event }) => (event && event !== "problem" ? eventFilterWords[event] : null),
  },
  {
    names: ["adPlatform"],
    describe: (_, { adPlatforms }) => (adPlatforms.filtered ? `At ${adPlatforms.filtered}` : null),
  },
  {
    names: ["platform"],
    describe: ({ platform }, { platforms }) =>
      platform ? toPlatformLabel(platforms.find(({ id }) => id === platform)) : null,
  },
  {
    names: ["form"],
    describe: ({ form }, { forms }) =>
      form ? `Form ${forms.find(({ id }) => id === form)?.label ?? ""}`.trim() : null,
  },
  {
    names: ["status"],
    describe: ({ status }) => (status === "handled" ? "Verified" : status === "rejected" ? "Rejected" : null),
  },
  { names: ["truth"], describe: ({ truth }) => (truth ? truthFilterWords[truth] : null) },
  {
    names: ["eventStatus"],
    describe: ({ eventStatus }, { adPlatforms }) =>
      eventStatus && `${eventStatus === "sent" ? "Accepted" : "Not accepted"} by ${adPlatforms.primary}`,
  },
  { names: ["search"], describe: ({ search }) => (search ? `“${search}”` : null) },
];

/** The active filters that neither the tabs nor the search field show. */
export function toActiveFilters(query: SubmissionsQuery, filterNames: FilterNames): ListFilter[] {
  return CHIPS.flatMap(({ names, describe }) => {
    const label = describe(query, filterNames);
    if (!label) return [];
    return [{ key: names[0], label, without: Object.fromEntries(names.map((name) => [name, null])) }];
  });
}

/** "Amount 100 – 500", "Amount from 100", "Amount up to 500" */
function amountRange({ amountFrom, amountTo }: SubmissionsQuery): string | null {
  if (!amountFrom) return amountTo ? `Amount up to ${amountTo}` : null;
  return amountTo ? `Amount ${amountFrom} – ${amountTo}` : `Amount from ${amountFrom}`;
}

function hourRange(hour: number): string {
  const text = String(hour).padStart(2, "0");
  return `${text}:00 to ${text}:59`;
}

function toDeciderName(who: string, deciders: FilterDecider[]): string {
  if (who === DECIDED_BY_API) return "an API key";
  if (who === DECIDED_BY_RULE) return "a rule";
  return deciders.find(({ id }) => id === who)?.name ?? "somebody else";
}

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
