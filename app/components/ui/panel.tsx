import clsx from "clsx";
import { useId } from "react";
import { Card } from "./card.tsx";
import styles from "./panel.module.css";
import text from "./text.module.css";

type PanelProps = {
  title: string /** Where a link can lead to. */;
  id?: string;
  aside?: React.ReactNode;
  children: React.ReactNode;
};

export function Panel({ title, id: anchor, aside, children }: PanelProps) {
  const id = useId();
  return (
    <Card id={anchor} aria-labelledby={id}>
      <div className={styles.header}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </Card>
  );
}

type FoldedPanelProps = {
  title: string;
  /** What is inside, beside the title. */
  note?: React.ReactNode;
  isOpen?: boolean;
  children: React.ReactNode;
};

/** A panel that opens below its title. */
export function FoldedPanel({ title, note, isOpen = false, children }: FoldedPanelProps) {
  const id = useId();
  return (
    <Card aria-labelledby={id}>
      <details open={isOpen}>
        <summary className={clsx(styles.header, styles.summary)}>
          <h2 id={id}>{title}</h2> {note ? <span className={text.small}>{note}</span> : null}
        </summary>
        {children}
      </details>
    </Card>
  );
}

type PanelBodyProps = { isRoomy?: boolean; children: React.ReactNode };

/** The padded part of a panel, its children below each other. */
export function PanelBody({ isRoomy, children }: PanelBodyProps) {
  return <div className={clsx(styles.body, isRoomy && styles.roomy)}>{children}</div>;
}

export const panelBodyClass = styles.body;
