import { Link, NavLink } from "@remix-run/react";
import { type Drawing, Icon } from "#app/components/ui/icon.tsx";
import { formatNumber } from "#app/lib/regional-formats.ts";
import styles from "./nav-entry.module.css";

export type NavEntryProps = {
  to: string;
  label: string;
  icon: Drawing;
  /** Whether pages below it are not part of it. */
  isExact?: boolean;
  /** Whether the page is part of it; by the address if it is not said. */
  isCurrent?: boolean;
  /** The number of waiting items. */
  count?: number | undefined;
};

/** A page in the list of pages, with how much waits there. */
export function NavEntry({ to, label, icon, isExact = false, isCurrent, count = 0 }: NavEntryProps) {
  const content = (
    <>
      <Icon of={icon} />
      {label}{" "}
      {count > 0 ? (
        <span className={styles.count}>
          {formatNumber(count)}
          <span className="visually-hidden"> open</span>
        </span>
      ) : null}
    </>
  );
  return (
    <li>
      {isCurrent === undefined ? (
        <NavLink to={to} end={isExact}>
          {content}
        </NavLink>
      ) : (
        <Link to={to} aria-current={isCurrent ? "page" : undefined}>
          {content}
        </Link>
      )}
    </li>
  );
}
