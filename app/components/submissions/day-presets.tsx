import { Link } from "@remix-run/react";
import type { QueryLinks } from "#app/components/filters/use-query-links.ts";
import { dayPresets } from "#app/lib/day-presets.ts";
import type { SubmissionsQuery } from "#app/schemas/submission-query.ts";
import styles from "./submission-filters.module.css";
import type { View } from "./submission-state.ts";

type DayPresetsProps = { query: SubmissionsQuery; view: View; address: QueryLinks };

/** Links that set the range of days, beside the fields for any other. */
export function DayPresets({ query, view, address }: DayPresetsProps) {
  return (
    <ul className={styles.presets} aria-label="Days">
      {dayPresets(view).map(({ label, from, to }) => (
        <li key={label}>
          <Link
            to={address({
              status: query.status ?? "all",
              from,
              to,
              page: null,
              open: null,
              at: null,
              exact: null,
            })}
            aria-current={query.from === from && query.to === to ? "true" : undefined}
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}
