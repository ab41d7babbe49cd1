import { Link } from "@remix-run/react";
import clsx from "clsx";
import { Icon } from "./icon.tsx";
import { CaretDownIcon, CaretUpIcon } from "./icons.ts";
import styles from "./table.module.css";

type SortableHeaderProps = {
  to: string;
  /** How the rows are sorted by this column now, if they are. */
  sorted?: "ascending" | "descending" | null;
  isNumber?: boolean;
  className?: string;
  children: React.ReactNode;
};

/** A column one can sort by: the head is a link to the sorted list. */
export function SortableHeader({ to, sorted, isNumber, className, children }: SortableHeaderProps) {
  return (
    <th
      scope="col"
      className={clsx(styles.sortable, isNumber && styles.number, className)}
      aria-sort={sorted ?? undefined}
    >
      <Link to={to}>
        {children}
        {sorted ? <Icon of={sorted === "ascending" ? CaretUpIcon : CaretDownIcon} /> : null}
      </Link>
    </th>
  );
}
