import clsx from "clsx";
import { useRef } from "react";
import { buttonClass } from "./button.tsx";
import styles from "./popover.module.css";
import { useClosingDetails } from "./use-closing-details.ts";

type MenuProps = {
  summary: React.ReactNode;
  kind?: "plain" | "quiet";
  /** The edge of the summary that the menu aligns with. */
  opensAt?: "start" | "end";
  /** In a header with other menus: on a phone it keeps to the header's edge, where it has room. */
  isInHeader?: boolean;
  /** The key that opens it. */
  shortcut?: string;
  children: React.ReactNode;
};

export function Menu({
  summary,
  kind = "plain",
  opensAt = "end",
  isInHeader = false,
  shortcut,
  children,
}: MenuProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useClosingDetails(details);
  return (
    <>
      {" "}
      <details
        ref={details}
        data-floating
        className={clsx(styles.details, opensAt === "start" && styles.start, isInHeader && styles.inHeader)}
      >
        <summary className={buttonClass({ kind })} aria-keyshortcuts={shortcut}>
          {summary}
        </summary>
        <div className={styles.popover}>{children}</div>
      </details>
    </>
  );
}
