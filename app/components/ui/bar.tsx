import styles from "./bar.module.css";

/** A share of the whole, decorative: the number is in the text beside it. */
export function Bar({ percent, isUsual }: { percent: number; isUsual?: boolean }) {
  return (
    <svg className={styles.bar} aria-hidden="true">
      <rect width="100%" height="6" />
      <rect className={isUsual ? styles.usual : undefined} width={`${percent}%`} height="6" />
    </svg>
  );
}
