import { dayInYear } from "#app/lib/format-date.ts";
import type { Bucket } from "#app/lib/series.ts";
import { BarChart } from "./bar-chart.tsx";
import styles from "./series-chart.module.css";
import { SeriesTable } from "./series-table.tsx";

type SeriesChartProps = {
  bars: Bucket[];
  /** "by day of the claim" */
  note: string;
};

export function SeriesLegend() {
  return (
    <p className={styles.legend}>
      <span>
        <i className={styles.claimedKey} />
        Claimed
      </span>{" "}
      <span>
        <i className={styles.acceptedKey} />
        Accepted
      </span>
    </p>
  );
}

/** Claims and accepted events over time, and the same as a table. */
export function SeriesChart({ bars, note }: SeriesChartProps) {
  const [first, last] = [bars[0], bars.at(-1)];
  const label =
    first && last
      ? `Claims and accepted events, ${dayInYear(first.from)} to ${dayInYear(last.to)}. The table has the numbers.`
      : "";
  return (
    <BarChart
      bars={bars.map((bar) => ({ ...bar, whole: bar.submissions, part: bar.sent }))}
      label={label}
      table={<SeriesTable bars={bars} note={note} />}
    />
  );
}
