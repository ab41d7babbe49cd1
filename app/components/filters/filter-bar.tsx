import { Form, useLocation } from "@remix-run/react";
import { useFormNames } from "#app/components/layout/form-names.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Chip } from "#app/components/ui/chip.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { FunnelIcon } from "#app/components/ui/icons.ts";
import { Menu } from "#app/components/ui/menu.tsx";
import styles from "./filter-bar.module.css";
import { FormFilter } from "./filter-fields.tsx";
import { SearchField } from "./search-field.tsx";

/** A filter in force, and the address of the same list without it. */
export type ActiveFilter = { key: string; text: string; to: string };

type FilterBarProps = {
  search?: {
    label: string;
    placeholder: string;
    value: string | undefined;
    /** The key that leads to it. */
    shortcut?: string;
    /** The filters that a search drops. */
    looksBeyond?: readonly string[];
  };
  /** The names of the fields in `children`. */
  fields: readonly string[];
  /** Parameters such as the page, which are dropped when the filters change. */
  dropped: readonly string[];
  active: ActiveFilter[];
  /** Stands beside the button of the menu. */
  beside?: React.ReactNode;
  children: React.ReactNode;
};

/** Search, a menu of filters, and those in force. The state is in the URL, so it works as plain GET forms. */
export function FilterBar({ search, fields, dropped, active, beside, children }: FilterBarProps) {
  const { search: query } = useLocation();
  return (
    <div className={styles.filters}>
      {search ? (
        <SearchField
          label={search.label}
          placeholder={search.placeholder}
          value={search.value}
          shortcut={search.shortcut}
        >
          <OtherParameters query={query} without={["search", ...(search.looksBeyond ?? []), ...dropped]} />
        </SearchField>
      ) : null}
      <Menu
        opensAt="start"
        summary={
          <>
            <Icon of={FunnelIcon} />
            Filter
          </>
        }
      >
        <Form className={styles.form} method="get" key={query}>
          <OtherParameters query={query} without={[...fields, ...dropped]} />
          {children}
          <Button kind="primary" type="submit">
            Apply filters
          </Button>
        </Form>
      </Menu>
      {beside}
      {active.map(({ key, text, to }) => (
        <Chip key={key} to={to}>
          {text}
        </Chip>
      ))}
    </div>
  );
}

/** Chooses the form whose figures a page shows, where the workspace has several; null for all. */
export function ShownForm({ form }: { form: string | null }) {
  const { search: query } = useLocation();
  const forms = useFormNames();
  if (forms.length === 0) return null;
  return (
    <Form className={styles.shownForm} method="get" key={query} preventScrollReset>
      <OtherParameters query={query} without={["form"]} />
      <FormFilter value={form ?? undefined} forms={forms} />
      <Button type="submit">Show</Button>
    </Form>
  );
}

/** A GET form would otherwise drop the parameters of the address that are not its fields. */
export function OtherParameters({ query, without }: { query: string; without: readonly string[] }) {
  return [...new URLSearchParams(query)]
    .filter(([name, value]) => !without.includes(name) && value !== "")
    .map(([name, value]) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />);
}
