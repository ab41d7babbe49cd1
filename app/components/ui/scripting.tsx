import styles from "./scripting.module.css";

type Props = { children: React.ReactNode };

/** Shown only where scripts run. */
export const WithScript = ({ children }: Props) => <div className={styles.withScript}>{children}</div>;

/** Shown only where no scripts run. */
export const WithoutScript = ({ children }: Props) => <div className={styles.withoutScript}>{children}</div>;
