import { formatNumber } from "#app/lib/regional-formats.ts";
import styles from "./more.module.css";
import text from "./text.module.css";

type MoreProps = {
  count: number;
  /** How many more there are that the list does not have. */
  leftOut?: number;
  children: React.ReactNode;
};

/** The rest of a long list, which opens below it. */
export function More({ count, leftOut = 0, children }: MoreProps) {
  if (count <= 0) return null;
  return (
    <details className={styles.more}>
      <summary className={text.small}>Show {formatNumber(count)} more</summary>
      {children}
      {leftOut > 0 ? <p className={text.small}>{formatNumber(leftOut)} more are not listed.</p> : null}
    </details>
  );
}
