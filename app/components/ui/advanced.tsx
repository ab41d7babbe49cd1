import styles from "./advanced.module.css";

type AdvancedProps = {
  /** Whether something inside is set or refused, so that it must be seen. */
  isOpen: boolean;
  /** What is inside. */
  summary: string;
  children: React.ReactNode;
};

/** The rare settings of a page, folded. */
export function Advanced({ isOpen, summary, children }: AdvancedProps) {
  return (
    <details className={styles.advanced} open={isOpen}>
      <summary>
        <b>Advanced</b> <span className={styles.hint}>{summary}</span>
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  );
}
