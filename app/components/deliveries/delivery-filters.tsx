import { dayRange } from "#app/components/filters/day-range.ts";
import { type ActiveFilter, FilterBar } from "#app/components/filters/filter-bar.tsx";
import { DaysFilter, SelectFilter } from "#app/components/filters/filter-fields.tsx";
import type { QueryLinks } from "#app/components/filters/use-query-links.ts";
import { Tabs } from "#app/components/ui/tabs.tsx";
import type { AttemptsQuery } from "#app/schemas/deliveries.ts";
import { OUTCOME_CHOICES } from "./delivery-state.ts";

type DeliveryFiltersProps = {
  query: AttemptsQuery;
  platforms: { id: string; name: string }[];
  address: QueryLinks;
};

const fields = ["platform", "outcome", "state", "from", "to"];
const everything = { outcome: null, state: null, page: null };

/** The views and the filters of the log. */
export function DeliveryFilters({ query, platforms, address }: DeliveryFiltersProps) {
  const { platform, outcome, state, from, to, search } = query;
  const without = (names: string[]) =>
    address({ ...Object.fromEntries(names.map((name) => [name, null])), page: null });
  const active: (ActiveFilter | null)[] = [
    platform
      ? {
          key: "platform",
          text: platforms.find(({ id }) => id === platform)?.name ?? "Another platform",
          to: without(["platform"]),
        }
      : null,
    outcome && outcome !== "fault"
      ? {
          key: "outcome",
          text: OUTCOME_CHOICES.find(({ value }) => value === outcome)?.label ?? outcome,
          to: without(["outcome"]),
        }
      : null,
    state === "parked"
      ? { key: "state", text: "Parked", to: address({ state: "waiting", page: null }) }
      : null,
    from || to ? { key: "days", text: dayRange({ from, to }), to: without(["from", "to"]) } : null,
    search ? { key: "search", text: `“${search}”`, to: without(["search"]) } : null,
  ];
  return (
    <>
      <Tabs
        label="Views"
        tabs={[
          { label: "All attempts", to: address(everything), isCurrent: !state && outcome !== "fault" },
          {
            label: "Not accepted",
            to: address({ ...everything, outcome: "fault" }),
            isCurrent: outcome === "fault" && !state,
          },
          {
            label: "Waiting",
            to: address({ ...everything, state: "waiting" }),
            isCurrent: state !== undefined,
          },
        ]}
      />
      <FilterBar
        search={{
          label: "Search the log",
          placeholder: "ID of a claim, an event or a trace",
          value: search,
        }}
        fields={fields}
        dropped={["page"]}
        active={active.filter((filter) => filter !== null)}
      >
        <SelectFilter
          label="To"
          name="platform"
          value={platform}
          choices={platforms.map(({ id, name }) => ({ value: id, label: name }))}
          none="All"
        />
        {state ? (
          <SelectFilter
            label="State"
            name="state"
            value={state}
            choices={[
              { value: "waiting", label: "All that wait" },
              { value: "parked", label: "Parked" },
            ]}
          />
        ) : (
          <SelectFilter label="Result" name="outcome" value={outcome} choices={OUTCOME_CHOICES} none="Any" />
        )}
        <DaysFilter from={from} to={to} />
      </FilterBar>
    </>
  );
}
