import styles from "./bar.module.css";

/** Verdigris is for what is proven, copper for what is claimed. */
export type BarTone = "proven" | "claimed" | "usual";

/** A share of the whole, decorative: the number is in the text beside it. */
export function Bar({ percent, tone = "proven" }: { percent: number; tone?: BarTone }) {
  return (
    <svg className={styles.bar} aria-hidden="true">
      <rect width="100%" height="6" />
      <rect className={styles[tone]} width={`${percent}%`} height="6" />
    </svg>
  );
}
