import clsx from "clsx";
import { timeLeft } from "#app/lib/time-left.ts";
import { Icon } from "./icon.tsx";
import { ClockIcon } from "./icons.ts";
import styles from "./time-left.module.css";

type TimeLeftProps = {
  sendBefore: string;
  now: string;
  /** What the time is for, where no column says it: "to send". */
  suffix?: string;
  /** The exact moment in the owner's zone. */
  title?: string;
};

/** Time left, with a fuse below it that shows the last 48 hours. */
export function TimeLeft({ sendBefore, now, suffix, title }: TimeLeftProps) {
  const { text, tone, fuse } = timeLeft(new Date(sendBefore), new Date(now));
  const isPast = tone === "past";
  return (
    <time className={clsx(styles.time, tone !== "calm" && styles[tone])} dateTime={sendBefore} title={title}>
      {isPast ? null : <Icon of={ClockIcon} />}
      {suffix && !isPast ? `${text} ${suffix}` : text}
      {isPast ? null : (
        <svg className={styles.fuse} aria-hidden="true">
          <rect width="100%" height="3" />
          <rect width={`${fuse}%`} height="3" />
        </svg>
      )}
    </time>
  );
}

/** Shown in the time column once nothing expires any more. */
export function TimePast({ children }: { children: React.ReactNode }) {
  return <span className={clsx(styles.time, styles.past)}>{children}</span>;
}
