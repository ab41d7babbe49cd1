import type { QueryLinks } from "#app/components/filters/use-query-links.ts";
import { type Tab, Tabs } from "#app/components/ui/tabs.tsx";
import type { SubmissionsQuery } from "#app/schemas/submission-query.ts";

type SubmissionCounts = { all: number; toCheck: number; expiring: number; problems: number };

type SubmissionTabsProps = { query: SubmissionsQuery; counts: SubmissionCounts; address: QueryLinks };

const all = {
  status: "all",
  truth: null,
  eventStatus: null,
  expiresWithin: null,
  sort: null,
  page: null,
  open: null,
  at: null,
  exact: null,
};

/** The views with their counts. Each keeps the search and the other filters. */
export function SubmissionTabs({ query, counts, address }: SubmissionTabsProps) {
  const isProblem = query.event === "problem";
  // Clears only this tab's filter: another event filter stays.
  const everything = isProblem ? { ...all, event: null } : all;
  // A claim to check has no event.
  const pending = { ...all, status: "pending", event: null, adPlatform: null };
  const isPending = query.status === "pending";
  const isExpiring = isPending && query.expiresWithin === 24;
  const tabs: Tab[] = [
    {
      label: "All",
      to: address(everything),
      isCurrent:
        query.status === undefined &&
        query.truth === undefined &&
        query.eventStatus === undefined &&
        query.expiresWithin === undefined &&
        !isProblem,
      count: counts.all,
    },
    {
      label: "To check",
      to: address(pending),
      isCurrent: isPending && query.expiresWithin === undefined && !isProblem,
      count: counts.toCheck,
      tone: "copper",
    },
    {
      label: "Expiring",
      to: address({ ...pending, expiresWithin: "24h" }),
      isCurrent: isExpiring && !isProblem,
      count: counts.expiring,
      tone: "alarm",
    },
    {
      label: "Problems",
      to: address({ ...all, event: "problem" }),
      isCurrent: isProblem && query.status === undefined,
      count: counts.problems,
      tone: "alarm",
    },
  ];
  return <Tabs label="Views" tabs={tabs} />;
}
