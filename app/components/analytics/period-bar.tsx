import { Form, useLocation } from "@remix-run/react";
import clsx from "clsx";
import { OtherParameters } from "#app/components/filters/filter-bar.tsx";
import { SelectFilter, TextFilter } from "#app/components/filters/filter-fields.tsx";
import { useQueryLinks } from "#app/components/filters/use-query-links.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Menu } from "#app/components/ui/menu.tsx";
import { Tabs } from "#app/components/ui/tabs.tsx";
import text from "#app/components/ui/text.module.css";
import { shortDate } from "#app/lib/format-date.ts";
import {
  COMPARISONS,
  type Comparison,
  countDays,
  type Days,
  PERIODS,
  type Period,
} from "#app/lib/periods.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { KeysMenu } from "./keys-menu.tsx";
import styles from "./period-bar.module.css";

type PeriodBarProps = {
  period: Period | null;
  days: Days;
  comparison: Comparison;
  compared: Days | null;
  timeZone: string;
  /** What the page compares with where its address names nothing. */
  usualComparison?: Comparison;
  /** What else the page chooses. */
  children?: React.ReactNode;
};

const comparisons = [
  { value: "previous", label: "Previous period" },
  { value: "year", label: "Same days last year" },
  { value: "none", label: "No comparison" },
];

/** What the bar writes, and the page, which is another one of other days. */
const WRITTEN = ["period", "from", "to", "compare", "page"];

/** Which days the page is about, and which they are compared with. All of it is in the URL. */
export function PeriodBar({
  period,
  days,
  comparison,
  compared,
  timeZone,
  usualComparison = "previous",
  children,
}: PeriodBarProps) {
  const { search } = useLocation();
  const links = useQueryLinks();
  const address = (chosen: Record<string, string>, compare: Comparison) =>
    links({
      ...Object.fromEntries(WRITTEN.map((name) => [name, null])),
      ...chosen,
      compare: compare === usualComparison ? null : compare,
    });
  const hrefs = Object.fromEntries(
    Object.keys(PERIODS).map((name) => [name, address({ period: name }, comparison)]),
  ) as Record<Period, string>;
  const chosen: Record<string, string> = period ? { period } : { from: days.from, to: days.to };
  const nextComparison = COMPARISONS[(COMPARISONS.indexOf(comparison) + 1) % COMPARISONS.length] ?? "none";
  return (
    <>
      <Tabs
        label="Period"
        tabs={Object.entries(PERIODS).map(([name, { label }]) => ({
          label,
          to: hrefs[name as Period],
          isCurrent: name === period,
        }))}
      />
      <div className={styles.bar}>
        <p className={styles.range}>
          <span className={text.strong}>{rangeName(days)}</span>
          <span className={text.secondary}> ({timeZone})</span>{" "}
          {compared ? (
            <span className={clsx(text.secondary, text.block)}>compared with {rangeName(compared)}</span>
          ) : null}
        </p>
        {children}
        <Menu summary="Custom range" opensAt="end">
          <Form className={styles.form} method="get" key={`${days.from} ${days.to} ${comparison}`}>
            <TextFilter label="From" name="from" value={days.from} type="date" />
            <TextFilter label="To" name="to" value={days.to} type="date" />
            <SelectFilter label="Compare with" name="compare" value={comparison} choices={comparisons} />
            <OtherParameters query={search} without={WRITTEN} />
            <Button kind="primary" type="submit">
              Show these days
            </Button>
          </Form>
        </Menu>
        <KeysMenu hrefs={hrefs} compareHref={address(chosen, nextComparison)} />
      </div>
    </>
  );
}

/** "Oct 26, 2026 to Nov 22, 2026, 28 days" */
function rangeName(days: Days): string {
  if (days.from === days.to) return shortDate(days.from);
  return `${shortDate(days.from)} to ${shortDate(days.to)}, ${formatNumber(countDays(days))} days`;
}
