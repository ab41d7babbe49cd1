import text from "#app/components/ui/text.module.css";
import { formatNumber } from "#app/lib/regional-formats.ts";
import styles from "./more.module.css";

/** The rest of a long list, which opens below it. */
export function More({ count, children }: { count: number; children: React.ReactNode }) {
  if (count <= 0) return null;
  return (
    <details className={styles.more}>
      <summary className={text.small}>Show {formatNumber(count)} more</summary>
      {children}
    </details>
  );
}
