import { Link } from "@remix-run/react";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { paths } from "#app/paths.ts";
import type { StatisticsResponse } from "#app/schemas/statistics.ts";
import styles from "./breakdown.module.css";

type EventsPanelProps = { events: StatisticsResponse["byAdPlatform"]; days: { from: string; to: string } };

/** What was sent, what was accepted, and what the ad platforms have confirmed afterwards. */
export function EventsPanel({ events, days }: EventsPanelProps) {
  return (
    <Panel title="Sent, accepted, confirmed">
      {events.length > 0 ? (
        <div className={styles.table}>
          <table>
            <caption className="visually-hidden">Events by ad platform</caption>
            <thead>
              <tr>
                <th scope="col">Ad platform</th>
                <th scope="col">Sent</th>
                <th scope="col">Accepted</th>
                <th scope="col">Confirmed</th>
              </tr>
            </thead>
            <tbody>
              {events.map(({ adPlatform, sent, accepted, confirmed }) => {
                const rows = (event: string) =>
                  paths.submissions({ ...days, adPlatform: adPlatform.id, event });
                return (
                  <tr key={adPlatform.id}>
                    <th scope="row">{adPlatform.name}</th>
                    <td>
                      <Link to={rows("attempted")}>{formatNumber(sent)}</Link>
                    </td>
                    <td>
                      <Link to={rows("sent")}>{formatNumber(accepted)}</Link>
                    </td>
                    <td>
                      {confirmed === null ? (
                        <span className={text.small}>no report</span>
                      ) : (
                        <Link to={rows("confirmed")}>{formatNumber(confirmed)}</Link>
                      )}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
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
