import { type Drawing, Icon } from "./icon.tsx";

export type TimelineDotKind = "plain" | "claimed" | "verified" | "accepted" | "fault" | "todo";

type PunchProps = { kind?: TimelineDotKind; isCelebrated?: boolean; children?: React.ReactNode };

/** A punch of the hallmark: past ones solid, to come dashed. */
export function TimelineDot({ kind = "plain", isCelebrated, children }: PunchProps) {
  const look = kind === "plain" ? "punch" : `punch punch-${kind}`;
  return <span className={isCelebrated ? `${look} punch-celebrated` : look}>{children}</span>;
}

export function Timeline({ children }: { children: React.ReactNode }) {
  return <ol className="line">{children}</ol>;
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
        <p className={kind === "accepted" ? "strong verd" : undefined}>{title}</p>
        {children}
      </div>
    </li>
  );
}
