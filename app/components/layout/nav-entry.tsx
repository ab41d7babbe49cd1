import { NavLink, useLocation } from "@remix-run/react";
import { type Drawing, Icon } from "#app/components/ui/icon.tsx";
import { formatNumber } from "#app/lib/regional-formats.ts";
import styles from "./nav-entry.module.css";

export type NavEntryProps = {
  to: string;
  label: string;
  icon: Drawing;
  /** Whether pages below it are not part of it. */
  isExact?: boolean;
  /** A page below it that has its own entry. */
  except?: string;
  /** The number of waiting items. */
  count?: number | undefined;
  /** The count in words, for screen readers. */
  counted?: string;
};

/** A page in the list of pages, with how much waits there. */
export function NavEntry({
  to,
  label,
  icon,
  isExact = false,
  except,
  count = 0,
  counted = "open",
}: NavEntryProps) {
  const { pathname } = useLocation();
  return (
    <li>
      <NavLink to={to} end={isExact || pathname === except}>
        <Icon of={icon} />
        {label}{" "}
        {count > 0 ? (
          <span className={styles.count}>
            {formatNumber(count)}
            <span className="visually-hidden"> {counted}</span>
          </span>
        ) : null}
      </NavLink>
    </li>
  );
}
