import { Link } from "@remix-run/react";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { type Column, Table } from "#app/components/ui/table.tsx";
import text from "#app/components/ui/text.module.css";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { paths } from "#app/paths.ts";
import type { StatisticsResponse } from "#app/schemas/statistics.ts";
import styles from "./breakdown.module.css";
import type { Shown } from "./truth-stat.tsx";

type EventsPanelProps = { events: StatisticsResponse["byAdPlatform"]; shown: Shown };
type Events = EventsPanelProps["events"][number];

/** What was sent, what was accepted, and what the ad platforms have confirmed afterwards. */
export function EventsPanel({ events, shown }: EventsPanelProps) {
  const count = (head: string, event: string, toCount: (row: Events) => number | null): Column<Events> => ({
    head,
    cell: (row) => {
      const value = toCount(row);
      if (value === null) return <span className={text.small}>no report</span>;
      const to = paths.submissions({ ...shown, adPlatform: row.adPlatform.id, event });
      return <Link to={to}>{formatNumber(value)}</Link>;
    },
  });
  return (
    <Panel title="Sent, accepted, confirmed">
      {events.length > 0 ? (
        <div className={styles.table}>
          <Table
            caption="Events by ad platform"
            columns={[
              { head: "Ad platform", cell: ({ adPlatform }) => adPlatform.name, isRowHead: true },
              count("Sent", "attempted", ({ sent }) => sent),
              count("Accepted", "sent", ({ accepted }) => accepted),
              count("Confirmed", "confirmed", ({ confirmed }) => confirmed),
            ]}
            groups={[{ rows: events }]}
            getKey={({ adPlatform }) => adPlatform.id}
            isNarrow
          />
        </div>
      ) : null}
      <PanelBody>
        <p className={text.small}>{describeEvents(events)}</p>
      </PanelBody>
    </Panel>
  );
}

function describeEvents(events: StatisticsResponse["byAdPlatform"]): string {
  if (events.length === 0) return "No events have been sent for claims from these days.";
  return "Accepted: the platform took the event. Confirmed: it reported afterwards that it was processed; some platforms report nothing.";
}
