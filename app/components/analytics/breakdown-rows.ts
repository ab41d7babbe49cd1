import type { FormChoice } from "#app/components/layout/form-names.tsx";
import { type FilterPlatform, toPlatformLabel } from "#app/components/submissions/active-filters.ts";
import { NO_VALUE } from "#app/lib/sources.ts";
import { createOutliers } from "#app/lib/truth.ts";
import type { StatisticsResponse } from "#app/schemas/statistics.ts";
import type { BreakdownRow } from "./breakdown.tsx";

type Names = { platforms: FilterPlatform[]; countries: Record<string, string> };
type Counts = Omit<BreakdownRow, "key" | "name" | "filter" | "outlier">;

type NamedRows = { title: string; head: string; rows: BreakdownRow[] };
type Breakdowns = Pick<
  StatisticsResponse,
  "byPlatform" | "bySource" | "byCampaign" | "byCountry" | "truth" | "inStatements"
> & { byForm?: StatisticsResponse["byForm"] };

/** All rows of the page are tried together. */
const toOutliers = ({ byPlatform, bySource, byCampaign, byCountry, byForm = [], ...all }: Breakdowns) =>
  createOutliers([...byPlatform, ...bySource, ...byCampaign, ...byCountry, ...byForm], all);

/** The forms of a workspace that has several. */
export function toFormBreakdown(statistics: StatisticsResponse, forms: FormChoice[]): NamedRows {
  const describeOutlier = toOutliers(statistics);
  const rows = statistics.byForm.map(({ form: { id, name }, ...counts }) => {
    const listed = forms.find((one) => one.id === id);
    return {
      ...counts,
      outlier: describeOutlier(counts),
      key: id,
      // A deleted form without claims is in no list, and no filter knows it.
      name: listed?.label ?? `${name}, deleted`,
      filter: listed ? { form: id } : null,
    };
  });
  return { title: "By form", head: "Form", rows };
}

/** The four breakdowns of the page, with how the list is filtered to the claims behind each number. */
export function toBreakdowns(statistics: Breakdowns, { platforms, countries }: Names): NamedRows[] {
  const { byPlatform, bySource, byCampaign, byCountry } = statistics;
  const outlier = toOutliers(statistics);
  const named = (
    value: string | null,
    filter: "source" | "campaign" | "country",
    without: string,
    counts: Counts,
  ) => ({
    ...counts,
    outlier: outlier(counts),
    key: value ?? "",
    name: value === null ? without : (countries[filter === "country" ? value : ""] ?? value),
    filter: { [filter]: value ?? NO_VALUE },
  });
  return [
    {
      title: "By broker",
      head: "Broker",
      rows: byPlatform.map(({ platform, ...counts }) => ({
        ...counts,
        outlier: outlier(counts),
        key: platform.id,
        name: toPlatformLabel(platforms.find(({ id }) => id === platform.id)),
        filter: { platform: platform.id },
      })),
    },
    {
      title: "By source",
      head: "Source",
      rows: bySource.map(({ source, ...counts }) => named(source, "source", "Direct or unknown", counts)),
    },
    {
      title: "By campaign",
      head: "Campaign",
      rows: byCampaign.map(({ campaign, ...counts }) => named(campaign, "campaign", "No campaign", counts)),
    },
    {
      title: "By country of the phone number",
      head: "Country",
      rows: byCountry.map(({ country, ...counts }) => named(country, "country", "Unknown", counts)),
    },
  ];
}
