import clsx from "clsx";
import { type Drawing, Icon } from "./icon.tsx";
import text from "./text.module.css";
import styles from "./timeline.module.css";

export type TimelineDotKind = "plain" | "claimed" | "verified" | "accepted" | "fault" | "todo";

type TimelineDotProps = { kind?: TimelineDotKind; isCelebrated?: boolean; children?: React.ReactNode };

/** The mark of an entry: solid for the past, dashed for what is to come. */
export function TimelineDot({ kind = "plain", isCelebrated, children }: TimelineDotProps) {
  return (
    <span className={clsx(styles.dot, kind !== "plain" && styles[kind], isCelebrated && styles.celebrated)}>
      {children}
    </span>
  );
}

export function Timeline({ children }: { children: React.ReactNode }) {
  return <ol className={styles.timeline}>{children}</ol>;
}

type TimelineItemProps = {
  kind: TimelineDotKind;
  icon: Drawing;
  title: React.ReactNode;
  isCelebrated?: boolean;
  /** When, and what else is known; small below the title. */
  children?: React.ReactNode;
};

export function TimelineItem({ kind, icon, title, isCelebrated, children }: TimelineItemProps) {
  return (
    <li>
      <TimelineDot kind={kind} isCelebrated={isCelebrated}>
        <Icon of={icon} />
      </TimelineDot>
      <div>
        <p className={kind === "accepted" ? clsx(text.strong, text.verd) : undefined}>{title}</p>
        {children}
      </div>
    </li>
  );
}
