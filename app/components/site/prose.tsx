import styles from "./prose.module.css";

/** Running text: a column that is comfortable to read. */
export function Prose({ children }: { children: React.ReactNode }) {
  return <div className={styles.prose}>{children}</div>;
}
