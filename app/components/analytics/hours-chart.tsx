import { Link } from "@remix-run/react";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { axisTicks } from "#app/lib/series.ts";
import { paths } from "#app/paths.ts";
import type { StatisticsResponse } from "#app/schemas/statistics.ts";
import { DataTable } from "./data-table.tsx";
import styles from "./series-chart.module.css";

const HEIGHT = 120;
const FLOOR = 98;
const TOP = 10;
const LINES_MAX = 3;

type HoursChartProps = {
  hours: StatisticsResponse["byHour"];
  days: { from: string; to: string };
  timeZone: string;
};

const hourName = (hour: number) => `${String(hour).padStart(2, "0")}:00`;

/** At which hour of the day claims come in. */
export function HoursChart({ hours, days, timeZone }: HoursChartProps) {
  const lines = axisTicks(Math.max(0, ...hours.map(({ submissions }) => submissions)), LINES_MAX);
  const scale = lines.at(-1) ?? 1;
  const y = (claims: number) => FLOOR - (claims / scale) * (FLOOR - TOP);
  const busiest = hours.reduce((most, one) => (one.submissions > most.submissions ? one : most));
  const label = `Claims by hour of the day, most at ${hourName(busiest.hour)}. The table has the numbers.`;
  return (
    <div className={styles.figure}>
      <div className={styles.chart}>
        <svg height={HEIGHT} aria-hidden="true">
          {lines.map((line) => (
            <text key={line} x="0" y={y(line) + 4}>
              {formatNumber(line)}{" "}
            </text>
          ))}
        </svg>
        <svg height={HEIGHT} role="img" aria-label={label}>
          {lines.map((line) => (
            <line key={line} className={styles.gridLine} x2="100%" y1={y(line)} y2={y(line)} />
          ))}
          {hours.map(({ hour, submissions }) =>
            submissions === 0 ? null : (
              <rect
                key={hour}
                className={styles.claimed}
                x={`${(((hour + 0.16) / 24) * 100).toFixed(3)}%`}
                width={`${((0.68 / 24) * 100).toFixed(3)}%`}
                y={y(submissions)}
                height={FLOOR - y(submissions)}
              />
            ),
          )}
          {[0, 6, 12, 18].map((hour) => (
            <text key={hour} x={`${(((hour + 0.16) / 24) * 100).toFixed(3)}%`} y={HEIGHT - 6}>
              {hourName(hour)}{" "}
            </text>
          ))}
        </svg>
      </div>
      <DataTable
        note={`in ${timeZone}`}
        caption="Claims by hour"
        head={["Hour", "Claimed", "Verified", "Accepted"]}
      >
        {hours.map(({ hour, submissions, handled, sent }) => (
          <tr key={hour}>
            <th scope="row">{hourName(hour)}</th>
            <td>
              <Link to={paths.submissions({ ...days, hour })}>{formatNumber(submissions)}</Link>
            </td>
            <td>
              <Link to={paths.submissions({ ...days, hour, status: "handled" })}>
                {formatNumber(handled)}
              </Link>
            </td>
            <td>
              <Link to={paths.submissions({ ...days, hour, event: "sent" })}>{formatNumber(sent)}</Link>
            </td>
          </tr>
        ))}
      </DataTable>
    </div>
  );
}
