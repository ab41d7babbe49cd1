import clsx from "clsx";
import { useRef } from "react";
import { buttonClass } from "./button.tsx";
import styles from "./popover.module.css";
import { useClosingDetails } from "./use-closing-details.ts";

type MenuProps = {
  summary: React.ReactNode;
  kind?: "plain" | "quiet";
  /** Which edge of the summary the menu keeps to. */
  opensAt?: "start" | "end";
  children: React.ReactNode;
};

export function Menu({ summary, kind = "plain", opensAt = "end", children }: MenuProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useClosingDetails(details);
  return (
    <details ref={details} className={clsx(styles.details, opensAt === "start" && styles.start)}>
      <summary className={buttonClass({ kind })}>{summary}</summary>
      <div className={styles.popover}>{children}</div>
    </details>
  );
}
