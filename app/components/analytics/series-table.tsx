import { Link } from "@remix-run/react";
import { formatNumber } from "#app/lib/regional-formats.ts";
import type { Bucket } from "#app/lib/series.ts";
import { paths } from "#app/paths.ts";
import { DataTable } from "./data-table.tsx";
import { bucketDays } from "./names.ts";

/** The numbers of the chart, each with its claims. */
export function SeriesTable({ bars, note }: { bars: Bucket[]; note: string }) {
  return (
    <DataTable
      note={note}
      caption="Claims and accepted events"
      head={["", "Views", "Claimed", "Verified", "Accepted"]}
    >
      {bars.toReversed().map((bar) => {
        const days = { from: bar.from, to: bar.to };
        return (
          <tr key={bar.from}>
            <th scope="row">{bucketDays(bar)}</th>
            <td>{formatNumber(bar.views)}</td>
            <td>
              <Link to={paths.submissions(days)}>{formatNumber(bar.submissions)}</Link>
            </td>
            <td>
              <Link to={paths.submissions({ ...days, status: "handled" })}>{formatNumber(bar.handled)}</Link>
            </td>
            <td>
              <Link to={paths.submissions({ ...days, event: "sent" })}>{formatNumber(bar.sent)}</Link>
            </td>
          </tr>
        );
      })}
    </DataTable>
  );
}
