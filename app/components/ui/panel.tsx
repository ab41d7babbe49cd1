import { useSearchParams } from "@remix-run/react";
import clsx from "clsx";
import { useId } from "react";
import { OPEN_PANELS } from "#app/lib/query-string.ts";
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
  /** With it the page's address says that it is open: links to other filters and the way back keep it so. */
  name?: string;
  children: React.ReactNode;
};

/** A panel that opens below its title. */
export function FoldedPanel({ title, note, isOpen = false, name, children }: FoldedPanelProps) {
  const id = useId();
  const [search, setSearch] = useSearchParams();
  const opened = search.getAll(OPEN_PANELS);
  const isShown = isOpen || (name !== undefined && opened.includes(name));
  // Also called for the page's own changes, which the address has already.
  const write = ({ currentTarget: { open } }: React.SyntheticEvent<HTMLDetailsElement>) => {
    if (name === undefined || open === isShown) return;
    const next = new URLSearchParams(search);
    next.delete(OPEN_PANELS, name);
    if (open) next.append(OPEN_PANELS, name);
    setSearch(next, { replace: true, preventScrollReset: true });
  };
  return (
    <Card aria-labelledby={id}>
      <details open={isShown} onToggle={write}>
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
