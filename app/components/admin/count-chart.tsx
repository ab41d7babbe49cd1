import { BarChart } from "#app/components/analytics/bar-chart.tsx";
import { DataTable } from "#app/components/analytics/data-table.tsx";
import { bucketDays } from "#app/components/analytics/names.ts";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { dayInYear } from "#app/lib/format-date.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { toBuckets } from "#app/lib/series.ts";

type CountChartProps = { title: string; days: { date: string; count: number }[]; today: string };

/** How many of something each day has, as bars and as a table. */
export function CountChart({ title, days, today }: CountChartProps) {
  const bars = toBuckets(days, today);
  const [first, last] = [bars[0], bars.at(-1)];
  const label =
    first && last
      ? `${title}, ${dayInYear(first.from)} to ${dayInYear(last.to)}. The table has the numbers.`
      : "";
  const table = (
    <DataTable caption={title} head={["", title]}>
      {bars.toReversed().map((bar) => (
        <tr key={bar.from}>
          <th scope="row">{bucketDays(bar)}</th>
          <td>{formatNumber(bar.count)}</td>
        </tr>
      ))}
    </DataTable>
  );
  return (
    <Panel title={title}>
      <PanelBody>
        <BarChart
          bars={bars.map((bar) => ({ ...bar, whole: bar.count, part: 0 }))}
          label={label}
          table={table}
        />
      </PanelBody>
    </Panel>
  );
}
