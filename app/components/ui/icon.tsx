import type { Icon as Drawing } from "@phosphor-icons/react";
import clsx from "clsx";
import styles from "./icon.module.css";

export type { Drawing };

/** An icon beside words that say the same, so readers of the page by ear do not get it twice. */
export function Icon({ of: Shape, className }: { of: Drawing; className?: string }) {
  return <Shape className={clsx(styles.icon, className)} aria-hidden="true" />;
}
