import { Form, useLocation } from "@remix-run/react";
import type { QueryLinks } from "#app/components/filters/use-query-links.ts";
import { Choice } from "#app/components/forms/choice.tsx";
import { Input, Select } from "#app/components/forms/control.tsx";
import { FieldBox } from "#app/components/forms/field-box.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Chip } from "#app/components/ui/chip.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { FunnelIcon, MagnifyingGlassIcon } from "#app/components/ui/icons.ts";
import { Menu } from "#app/components/ui/menu.tsx";
import type { SubmissionsQuery } from "#app/schemas/submissions.ts";
import { type FilterPlatform, nameOf, toActiveFilters } from "./active-filters.ts";
import styles from "./submission-filters.module.css";

type SubmissionFiltersProps = {
  query: SubmissionsQuery;
  platforms: FilterPlatform[];
  /** The ad platform that decides the event status. */
  primaryAdPlatform: string;
  address: QueryLinks;
};

const statuses = [
  { value: "pending", label: "Pending" },
  { value: "handled", label: "Handled" },
  { value: "rejected", label: "Rejected" },
];
const outcomes = [
  { value: "sent", label: "Accepted" },
  { value: "failed", label: "Not accepted" },
];
const orders = [
  { value: "-createdAt", label: "Newest first" },
  { value: "createdAt", label: "Oldest first" },
  { value: "sendBefore", label: "Time left" },
  { value: "amount", label: "Amount" },
];

/** Search, filters and active filters as chips. The state is in the URL, so it works as plain GET forms. */
export function SubmissionFilters({ query, platforms, primaryAdPlatform, address }: SubmissionFiltersProps) {
  const { search } = useLocation();
  return (
    <div className={styles.filters}>
      <Form className={styles.search} role="search" method="get" key={query.search ?? ""}>
        <Kept search={search} without={["search", "page", "open"]} />
        <Icon of={MagnifyingGlassIcon} />
        <Input
          className={styles.searchField}
          type="search"
          name="search"
          defaultValue={query.search}
          aria-label="Search submissions"
          placeholder="E-mail, phone, account no., id"
        />
      </Form>
      <Menu
        opensAt="start"
        summary={
          <>
            <Icon of={FunnelIcon} />
            Filter
          </>
        }
      >
        <Form className={styles.form} method="get" key={search}>
          <Kept search={search} without={FILTER_FIELDS} />
          <SelectFilter label="Status" name="status" value={query.status} choices={statuses} none="Any" />
          <SelectFilter
            label={`At ${primaryAdPlatform}`}
            name="eventStatus"
            value={query.eventStatus}
            choices={outcomes}
            none="Any"
          />
          <SelectFilter
            label="Platform"
            name="platform"
            value={query.platform}
            choices={platforms.map((platform) => ({ value: platform.id, label: nameOf(platform) }))}
            none="All"
          />
          <TextFilter label="Came from" name="source" value={query.source} />
          <TextFilter label="From" name="from" value={query.from?.slice(0, 10)} type="date" />
          <TextFilter label="To" name="to" value={query.to?.slice(0, 10)} type="date" />
          <SelectFilter label="Order" name="sort" value={query.sort} choices={orders} />
          <Choice
            label="Runs out within 24 hours"
            className={styles.expiring}
            type="checkbox"
            name="expiresWithin"
            value="24h"
            defaultChecked={query.expiresWithin !== undefined}
          />
          <Button kind="primary" type="submit">
            Show what matches
          </Button>
        </Form>
      </Menu>
      {toActiveFilters(query, platforms, primaryAdPlatform).map(({ key, words, without }) => (
        <Chip key={key} to={address({ ...without, page: null, open: null })}>
          {words}
        </Chip>
      ))}
    </div>
  );
}

const FILTER_FIELDS = [
  "status",
  "eventStatus",
  "platform",
  "source",
  "from",
  "to",
  "sort",
  "expiresWithin",
  "page",
  "open",
];

/** What else the address says goes along with a GET form, which would otherwise drop it. */
function Kept({ search, without }: { search: string; without: readonly string[] }) {
  return [...new URLSearchParams(search)]
    .filter(([name, value]) => !without.includes(name) && value !== "")
    .map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}

type SelectProps = {
  label: string;
  name: string;
  value: string | undefined;
  choices: { value: string; label: string }[];
  none?: string;
};

function SelectFilter({ label, name, value, choices, none }: SelectProps) {
  return (
    <FieldBox label={label} htmlFor={`filter-${name}`}>
      <Select id={`filter-${name}`} name={name} defaultValue={value ?? ""}>
        {none ? <option value="">{none}</option> : null}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </Select>
    </FieldBox>
  );
}

type TextProps = { label: string; name: string; value: string | undefined; type?: "text" | "date" };

function TextFilter({ label, name, value, type = "text" }: TextProps) {
  return (
    <FieldBox label={label} htmlFor={`filter-${name}`}>
      <Input id={`filter-${name}`} name={name} type={type} defaultValue={value} />
    </FieldBox>
  );
}
