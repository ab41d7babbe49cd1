import { dayRange } from "#app/components/filters/day-range.ts";
import type { SubmissionsQuery } from "#app/schemas/submissions.ts";

export type FilterPlatform = { id: string; name: string; isArchived: boolean };
export type ActiveFilter = { key: string; label: string; without: Record<string, null> };

/** The active filters that neither the tabs nor the search field show. */
export function toActiveFilters(
  query: SubmissionsQuery,
  platforms: FilterPlatform[],
  primaryAdPlatform: string,
): ActiveFilter[] {
  const filters: (ActiveFilter | null)[] = [
    query.from || query.to
      ? { key: "days", label: dayRange(query), without: { from: null, to: null } }
      : null,
    query.source ? { key: "source", label: `From ${query.source}`, without: { source: null } } : null,
    query.platform
      ? {
          key: "platform",
          label: nameOf(platforms.find(({ id }) => id === query.platform)),
          without: { platform: null },
        }
      : null,
    query.status === "handled" || query.status === "rejected"
      ? {
          key: "status",
          label: query.status === "handled" ? "Verified" : "Rejected",
          without: { status: null },
        }
      : null,
    query.eventStatus === "sent"
      ? { key: "eventStatus", label: `Accepted by ${primaryAdPlatform}`, without: { eventStatus: null } }
      : null,
    query.search ? { key: "search", label: `“${query.search}”`, without: { search: null } } : null,
  ];
  return filters.filter((filter) => filter !== null);
}

/** "Pacifica Prime", "Pacifica Prime, archived" */
export function nameOf(platform: FilterPlatform | undefined): string {
  if (!platform) return "Another broker";
  return platform.isArchived ? `${platform.name}, archived` : platform.name;
}
/** Whether anything but the order and the page is chosen. */
export function isFiltered({
  status,
  eventStatus,
  platform,
  source,
  from,
  to,
  expiresWithin,
  search,
}: SubmissionsQuery) {
  return [status, eventStatus, platform, source, from, to, expiresWithin, search].some(
    (value) => value !== undefined,
  );
}
