import { day } from "#app/lib/format-date.ts";
import type { SubmissionsQuery } from "#app/schemas/submissions.ts";

export type FilterPlatform = { id: string; name: string; isArchived: boolean };
export type ActiveFilter = { key: string; words: string; without: Record<string, null> };

/** The filters in force beyond what the views' tabs and the search field already show. */
export function toActiveFilters(
  query: SubmissionsQuery,
  platforms: FilterPlatform[],
  primaryAdPlatform: string,
): ActiveFilter[] {
  const filters: (ActiveFilter | null)[] = [
    query.from || query.to ? { key: "days", words: days(query), without: { from: null, to: null } } : null,
    query.source ? { key: "source", words: `From ${query.source}`, without: { source: null } } : null,
    query.platform
      ? {
          key: "platform",
          words: nameOf(platforms.find(({ id }) => id === query.platform)),
          without: { platform: null },
        }
      : null,
    query.status === "handled" || query.status === "rejected"
      ? {
          key: "status",
          words: query.status === "handled" ? "Handled" : "Rejected",
          without: { status: null },
        }
      : null,
    query.eventStatus === "sent"
      ? { key: "eventStatus", words: `Accepted by ${primaryAdPlatform}`, without: { eventStatus: null } }
      : null,
    query.search ? { key: "search", words: `“${query.search}”`, without: { search: null } } : null,
  ];
  return filters.filter((filter) => filter !== null);
}

/** "Pacifica Prime", "Pacifica Prime, archived" */
export function nameOf(platform: FilterPlatform | undefined): string {
  if (!platform) return "Another platform";
  return platform.isArchived ? `${platform.name}, archived` : platform.name;
}

/** "November 1 – 20", "Since November 1", "Until November 20" */
function days({ from, to }: SubmissionsQuery): string {
  const [first, last] = [from, to].map((at) => (at ? named(at) : null));
  if (!first) return `Until ${last}`;
  if (!last) return `Since ${first}`;
  const [firstMonth] = first.split(" ");
  const [lastMonth, lastDay] = last.split(" ");
  const isOneMonth = firstMonth === lastMonth && from?.slice(0, 4) === to?.slice(0, 4);
  return `${first} – ${isOneMonth ? lastDay : last}`;
}

/** A day given as such names itself in any zone; a moment is cut to its day. */
function named(at: string): string {
  const noon = `${at.slice(0, 10)}T12:00:00Z`;
  return day({ at: noon, timeZone: "UTC", now: noon });
}
