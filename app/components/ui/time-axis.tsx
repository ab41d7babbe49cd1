import { DAY } from "#app/lib/dates.ts";
import { timeLeft } from "#app/lib/time-left.ts";
import { type Pin, toBins } from "./pin-bins.ts";
import styles from "./time-axis.module.css";

type TimeAxisProps = { pins: Pin[]; now: string; label: string };

const DAYS = 7;
const LEFT = 1.5;
const WIDTH = 95;
const FLOOR = 122;
const TALLEST = 88;
const SHORTEST = 24;

const atDay = (days: number) => LEFT + (Math.min(Math.max(days, 0), DAYS) / DAYS) * WIDTH;
const percent = (value: number) => `${value.toFixed(2)}%`;
const named = [
  { days: 0, text: "now", anchor: "start" },
  { days: 1, text: "1 d", anchor: "middle" },
  { days: 3, text: "3 d", anchor: "middle" },
  { days: 5, text: "5 d", anchor: "middle" },
  { days: 7, text: "7 d", anchor: "end" },
] as const;

/**
 * The claims on the seven days that an event can wait, those that would overlap as one pin with their number.
 * The first 24 hours are tinted.
 */
export function TimeAxis({ pins, now, label }: TimeAxisProps) {
  const highest = Math.max(1, ...pins.map((pin) => pin.amount ?? 0));
  const bins = toBins(pins);
  return (
    <svg className={styles.chart} height="148" role="img" aria-label={label}>
      <rect className={styles.firstDay} x={percent(LEFT)} width={percent(WIDTH / DAYS)} y="6" height="116" />
      {Array.from({ length: DAYS + 1 }, (_, days) => percent(atDay(days))).map((x) => (
        <line key={x} className={styles.gridLine} x1={x} x2={x} y1="6" y2={FLOOR} />
      ))}
      {named.map(({ days, text, anchor }) => (
        <text key={text} x={percent(atDay(days))} y="142" textAnchor={anchor}>
          {text}{" "}
        </text>
      ))}
      <line className={styles.axis} x1={percent(LEFT)} x2={percent(LEFT + WIDTH)} y1={FLOOR} y2={FLOOR} />
      {bins.map(({ sendBefore, amount, count }) => {
        const left = new Date(sendBefore).getTime() - new Date(now).getTime();
        const x = percent(atDay(left / DAY));
        const height = SHORTEST + ((amount ?? 0) / highest) * (TALLEST - SHORTEST);
        const isUrgent = timeLeft(new Date(sendBefore), new Date(now)).tone === "now";
        return (
          <svg
            key={sendBefore}
            className={isUrgent ? styles.urgent : styles.pin}
            x={x}
            y={FLOOR - height}
            overflow="visible"
            aria-hidden="true"
          >
            <rect x="-0.75" width="1.5" height={height} />
            <path d="M0-7 7 0 0 7-7 0z" />
            {count > 1 ? (
              <text className={styles.count} y="-12" textAnchor="middle">
                {count}{" "}
              </text>
            ) : null}
          </svg>
        );
      })}
    </svg>
  );
}
