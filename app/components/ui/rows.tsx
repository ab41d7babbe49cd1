import clsx from "clsx";
import styles from "./rows.module.css";

type RowsProps = {
  /** Puts the other parts of a row below the first, which needs the width. */
  isWrapping?: boolean;
  className?: string;
  /** List items; the first part of each takes the room that there is. */
  children: React.ReactNode;
};

/** A list with rules between its rows, from edge to edge of a panel. */
export function Rows({ isWrapping, className, children }: RowsProps) {
  return <ul className={clsx(styles.rows, isWrapping && styles.wrapping, className)}>{children}</ul>;
}
