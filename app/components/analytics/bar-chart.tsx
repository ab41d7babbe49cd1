import { useId } from "react";
import text from "#app/components/ui/text.module.css";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { axisTicks, type Span } from "#app/lib/series.ts";
import { bucketDays, bucketName, isPartial } from "./names.ts";
import styles from "./series-chart.module.css";

const HEIGHT = 190;
const TOP = 12;
const FLOOR = 166;
/** The share of its column that a bar fills. */
const BAR = 0.68;
const NAMED = 5;

/** A bar, and how much of it is filled. */
type ChartBar = Span & { whole: number; part: number };

type BarChartProps = {
  bars: ChartBar[];
  label: string;
  /** The same as a table. */
  table: React.ReactNode;
  /** What a bar is of; without it of claims, some of them proven. */
  of?: "claims" | "money";
  /** A height that bars are compared with. */
  line?: number | null;
};

/** Counts or amounts over time. The bar that is not complete yet is hatched. */
export function BarChart({ bars, label, table, of = "claims", line = null }: BarChartProps) {
  const hatchId = useId();
  const lines = axisTicks(Math.max(line ?? 0, ...bars.map(({ whole }) => whole)));
  const scale = lines.at(-1) ?? 1;
  const y = (count: number) => FLOOR - (count / scale) * (FLOOR - TOP);
  const [first, last] = [bars[0], bars.at(-1)];
  const step = Math.max(1, Math.ceil(bars.length / NAMED));
  return (
    <div className={styles.figure}>
      <div className={styles.chart}>
        <svg height={HEIGHT} aria-hidden="true">
          {lines.map((count) => (
            <text key={count} x="0" y={y(count) + 4}>
              {formatNumber(count)}{" "}
            </text>
          ))}
        </svg>
        <svg height={HEIGHT} role="img" aria-label={label}>
          <defs>
            <pattern
              id={hatchId}
              width="6"
              height="6"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <line className={styles.hatch} x1="0" x2="0" y1="0" y2="6" />
            </pattern>
          </defs>
          {lines.map((count) => (
            <line key={count} className={styles.gridLine} x2="100%" y1={y(count)} y2={y(count)} />
          ))}
          {bars.map((bar, index) => (
            <Bar
              key={bar.from}
              bar={bar}
              x={((index + (1 - BAR) / 2) / bars.length) * 100}
              width={(BAR / bars.length) * 100}
              y={y}
              hatchId={hatchId}
              className={of === "money" ? styles.money : styles.claimed}
            />
          ))}
          {line === null ? null : <line className={styles.limit} x2="100%" y1={y(line)} y2={y(line)} />}
          {bars.map((bar, index) =>
            (bars.length - 1 - index) % step === 0 ? (
              <text
                key={bar.from}
                x={`${(((index + 0.5) / bars.length) * 100).toFixed(2)}%`}
                y={HEIGHT - 6}
                textAnchor="middle"
              >
                {bucketName(bar)}{" "}
              </text>
            ) : null,
          )}
        </svg>
      </div>
      {table}
      {first && isPartial(first) ? (
        <p className={text.small}>The first bar has only the days from {bucketDays(first)}.</p>
      ) : null}
      {last?.isIncomplete && last.whole > 0 ? (
        <p className={text.small}>The hatched bar is not complete yet: {bucketDays(last)}.</p>
      ) : null}
    </div>
  );
}

type BarProps = {
  bar: ChartBar;
  x: number;
  width: number;
  y: (count: number) => number;
  hatchId: string;
  className: string | undefined;
};

function Bar({ bar, x, width, y, hatchId, className }: BarProps) {
  const at = { x: `${x.toFixed(3)}%`, width: `${width.toFixed(3)}%` };
  const tall = (count: number) => ({ ...at, y: y(count), height: FLOOR - y(count) });
  return (
    <g>
      {bar.whole > 0 ? <rect className={className} {...tall(bar.whole)} /> : null}
      {bar.part > 0 ? <rect className={styles.accepted} {...tall(bar.part)} /> : null}
      {bar.isIncomplete && bar.whole > 0 ? <rect {...tall(bar.whole)} fill={`url(#${hatchId})`} /> : null}
    </g>
  );
}
