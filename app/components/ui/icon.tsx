import clsx from "clsx";
import styles from "./icon.module.css";
import drawings from "./icons.svg?url";
import type * as icons from "./icons.ts";

export type Drawing = (typeof icons)[keyof typeof icons];

/** A decorative icon, hidden from screen readers. One file has all of them, so no script carries their paths. */
export function Icon({ of: name, className }: { of: Drawing; className?: string }) {
  return (
    <svg
      className={clsx(styles.icon, className)}
      viewBox="0 0 256 256"
      fill="currentColor"
      aria-hidden="true"
    >
      <use href={`${drawings}#${name}`} />
    </svg>
  );
}
