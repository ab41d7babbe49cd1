import text from "#app/components/ui/text.module.css";
import { clockTime } from "#app/lib/format-date.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import type { HourCount } from "#app/schemas/integration-card.ts";
import styles from "./hour-strip.module.css";

const HEIGHT = 40;
const PARTS = ["accepted", "retried", "refused"] as const;

type HourStripProps = { name: string; hours: HourCount[]; timeZone: string };

/** The attempts of the last 24 hours, a bar for each, with the same as a table. */
export function HourStrip({ name, hours, timeZone }: HourStripProps) {
  const total = (part: (typeof PARTS)[number]) => hours.reduce((sum, hour) => sum + hour[part], 0);
  const most = Math.max(1, ...hours.map((hour) => PARTS.reduce((sum, part) => sum + hour[part], 0)));
  const words = `${name}, last 24 hours: ${formatNumber(total("accepted"))} accepted, ${formatNumber(total("retried"))} tried again, ${formatNumber(total("refused"))} refused`;
  const busy = hours.filter((hour) => PARTS.some((part) => hour[part] > 0));
  return (
    <div className={styles.strip}>
      <svg className={styles.bars} role="img" aria-label={words}>
        {hours.map((hour, index) => (
          <Bar key={hour.from} hour={hour} x={(index / hours.length) * 100} most={most} />
        ))}
      </svg>
      <p className={styles.axis}>
        <span>24 h ago</span> <span>now</span>
      </p>
      {busy.length > 0 ? (
        <details className={styles.table}>
          <summary className={text.small}>Show as a table</summary>
          <table>
            <caption className="visually-hidden">{words}</caption>
            <thead>
              <tr>
                <th scope="col">From</th>
                <th scope="col">Accepted</th>
                <th scope="col">Tried again</th>
                <th scope="col">Refused</th>
              </tr>
            </thead>
            <tbody>
              {busy.map((hour) => (
                <tr key={hour.from}>
                  <th scope="row">{clockTime({ at: hour.from, timeZone })}</th>
                  {PARTS.map((part) => (
                    <td key={part}>{formatNumber(hour[part])}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      ) : null}
    </div>
  );
}

function Bar({ hour, x, most }: { hour: HourCount; x: number; most: number }) {
  const at = { x: `${x.toFixed(2)}%`, width: "3.3%" };
  const isEmpty = PARTS.every((part) => hour[part] === 0);
  if (isEmpty) return <rect {...at} className={styles.empty} y={HEIGHT - 2} height={2} />;
  let below = 0;
  return PARTS.map((part) => {
    const height = hour[part] === 0 ? 0 : Math.max(2, (hour[part] / most) * (HEIGHT - 4));
    below += height;
    return height === 0 ? null : (
      <rect key={part} {...at} className={styles[part]} y={HEIGHT - below} height={height} />
    );
  });
}
