import { useCurrency } from "#app/components/exchange-rates/currency-context.tsx";
import { type ActiveFilter, FilterBar } from "#app/components/filters/filter-bar.tsx";
import { DaysFilter, FormFilter, SelectFilter, TextFilter } from "#app/components/filters/filter-fields.tsx";
import type { QueryLinks } from "#app/components/filters/use-query-links.ts";
import { Choice } from "#app/components/forms/choice.tsx";
import { useFormNames } from "#app/components/layout/form-names.tsx";
import { DECIDED_BY_API, DECIDED_BY_RULE } from "#app/lib/domain.ts";
import { CLAIM_EVIDENCE_GROUPS, evidenceGroupWords } from "#app/lib/evidence.ts";
import { NO_VALUE } from "#app/lib/sources.ts";
import { filterLabels } from "#app/lib/submission-filters.ts";
import { RESULT } from "#app/paths.ts";
import type { SubmissionsQuery } from "#app/schemas/submission-query.ts";
import {
  eventChoices,
  type FilterAdPlatforms,
  type FilterDecider,
  type FilterLink,
  type FilterPlatform,
  TEXT_FILTERS,
  toActiveFilters,
  toPlatformLabel,
} from "./active-filters.ts";
import { DayPresets } from "./day-presets.tsx";
import styles from "./submission-filters.module.css";
import type { View } from "./submission-state.ts";

type SubmissionFilterBarProps = {
  query: SubmissionsQuery;
  platforms: FilterPlatform[];
  /** The members of the workspace. */
  deciders: FilterDecider[];
  links: FilterLink[];
  adPlatforms: FilterAdPlatforms;
  address: QueryLinks;
  view: View;
  /** Stands beside the filters' menu. */
  beside: React.ReactNode;
};

const statuses = [
  { value: "all", label: "Any" },
  { value: "pending", label: "Pending" },
  { value: "handled", label: "Verified" },
  { value: "rejected", label: "Rejected" },
];
const orders = [
  { value: "-createdAt", label: "Newest first" },
  { value: "createdAt", label: "Oldest first" },
  { value: "sendBefore", label: "Time left" },
  { value: "-amount", label: "Largest amount first" },
  { value: "amount", label: "Smallest amount first" },
  { value: "person", label: "Person, A to Z" },
  { value: "-person", label: "Person, Z to A" },
  { value: "status", label: "To check first" },
  { value: "-status", label: "Rejected first" },
];

/** Parameters that name a place in the current list. */
const dropped = { page: null, open: null, at: null, exact: null, [RESULT]: null };
/** A search looks at all claims, whichever view it is typed in. */
const looksBeyond = ["status", "truth", "event", "adPlatform", "eventStatus", "expiresWithin", "sort"];
const fields = [
  "status",
  "event",
  "platform",
  "form",
  "link",
  ...TEXT_FILTERS,
  "amountFrom",
  "amountTo",
  "decidedBy",
  "evidence",
  "from",
  "to",
  "sort",
  "expiresWithin",
];

/** The filters of the list of submissions. */
export function SubmissionFilterBar({
  query,
  platforms,
  deciders,
  links,
  adPlatforms,
  address,
  view,
  beside,
}: SubmissionFilterBarProps) {
  const forms = useFormNames();
  const currency = useCurrency()?.currency;
  const inCurrency = currency ? `, ${currency}` : "";
  const names = { platforms, forms, deciders, links, adPlatforms };
  const active: ActiveFilter[] = toActiveFilters(query, names).map(({ key, label, without }) => ({
    key,
    text: label,
    to: address({ status: query.status ?? "all", ...without, ...dropped }),
  }));
  return (
    <FilterBar
      search={{
        label: "Search claims",
        placeholder: "Email, phone, amount, campaign, any ID",
        value: query.search,
        shortcut: "/",
        looksBeyond,
      }}
      fields={fields}
      dropped={Object.keys(dropped)}
      active={active}
      beside={beside}
    >
      <SelectFilter label="Status" name="status" value={query.status ?? "all"} choices={statuses} />
      <SelectFilter label="Delivery" name="event" value={query.event} choices={eventChoices} none="Any" />
      <SelectFilter
        label="Broker"
        name="platform"
        value={query.platform}
        choices={platforms.map((platform) => ({ value: platform.id, label: toPlatformLabel(platform) }))}
        none="All"
      />
      {forms.length > 0 ? <FormFilter value={query.form} forms={forms} /> : null}
      {links.length > 0 ? (
        <SelectFilter
          label="Link"
          name="link"
          value={links.find(({ id, name }) => id === query.link || name === query.link)?.id ?? query.link}
          choices={[
            ...links.map(({ id, label }) => ({ value: id, label })),
            { value: NO_VALUE, label: "None of these" },
          ]}
          none="Any"
        />
      ) : null}
      {TEXT_FILTERS.map((name) => (
        <TextFilter key={name} label={filterLabels[name]} name={name} value={query[name]} />
      ))}
      <TextFilter label={`Amount from${inCurrency}`} name="amountFrom" value={query.amountFrom} />
      <TextFilter label={`Amount to${inCurrency}`} name="amountTo" value={query.amountTo} />
      <SelectFilter
        label="Decided by"
        name="decidedBy"
        value={query.decidedBy}
        choices={[
          ...deciders.map(({ id, name }) => ({ value: id, label: name })),
          { value: DECIDED_BY_API, label: "An API key" },
          { value: DECIDED_BY_RULE, label: "A rule" },
        ]}
        none="Anybody"
      />
      <SelectFilter
        label={filterLabels.evidence}
        name="evidence"
        value={query.evidence}
        choices={CLAIM_EVIDENCE_GROUPS.map((group) => ({ value: group, label: evidenceGroupWords[group] }))}
        none="Anything"
      />
      <DaysFilter from={query.from} to={query.to} />
      <DayPresets query={query} view={view} address={address} />
      <SelectFilter label="Sort by" name="sort" value={query.sort} choices={orders} />
      <Choice
        label="Expires within 24 hours"
        className={styles.expiring}
        type="checkbox"
        name="expiresWithin"
        value="24h"
        defaultChecked={query.expiresWithin !== undefined}
      />
    </FilterBar>
  );
}
