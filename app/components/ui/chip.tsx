import { Link } from "@remix-run/react";
import styles from "./chip.module.css";
import { Icon } from "./icon.tsx";
import { XIcon } from "./icons.ts";
import text from "./text.module.css";

/** A filter in force. The chip is a link to the same list without it. */
export function Chip({ to, children }: { to: string; children: React.ReactNode }) {
  return (
    <Link className={styles.chip} to={to}>
      <span className={text.truncated}>{children}</span>
      <span className="visually-hidden">, remove this filter</span>
      <Icon of={XIcon} />
    </Link>
  );
}
