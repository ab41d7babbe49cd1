import { useRef } from "react";
import { buttonClass } from "./button.tsx";
import styles from "./drawer.module.css";
import { Icon } from "./icon.tsx";
import { ListIcon } from "./icons.ts";
import { useClosingDetails } from "./use-closing-details.ts";

/** The navigation of a narrow screen: covers 86 % under the header, closed by its own summary. */
export function Drawer({ label, children }: { label: string; children: React.ReactNode }) {
  const details = useRef<HTMLDetailsElement>(null);
  useClosingDetails(details);
  return (
    <>
      {" "}
      <details ref={details} className={styles.drawer}>
        <summary className={buttonClass({ kind: "quiet", isIcon: true })}>
          <Icon of={ListIcon} />
          <span className="visually-hidden">Menu</span>
        </summary>
        <nav aria-label={label}>{children}</nav>
      </details>
    </>
  );
}
