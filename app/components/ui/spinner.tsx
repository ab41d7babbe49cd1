import clsx from "clsx";
import styles from "./spinner.module.css";

type SpinnerProps = { size?: "small" | "medium" | "large"; caption?: string };

/** 6, 8 or 14 units, with an optional caption; without one it still says that something loads. */
export function Spinner({ size = "medium", caption }: SpinnerProps) {
  return (
    <span className={clsx(styles.spinner, styles[size])} role="status">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <circle cx="16" cy="16" r="13" />
        <circle cx="16" cy="16" r="13" pathLength="100" />
      </svg>
      {caption ? <span>{caption}</span> : <span className="visually-hidden">Loading</span>}
    </span>
  );
}
