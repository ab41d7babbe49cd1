import styles from "./bar.module.css";
/** A share of the whole. The figure stands in words beside it. */
export function Bar({ percent, isUsual }: { percent: number; isUsual?: boolean }) {
  return (
    <svg className={styles.bar} aria-hidden="true">
      <rect width="100%" height="6" />
      <rect className={isUsual ? styles.usual : undefined} width={`${percent}%`} height="6" />
    </svg>
  );
}
