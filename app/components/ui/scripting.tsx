import styles from "./scripting.module.css";

type Props = { children: React.ReactNode };

export const WithScript = ({ children }: Props) => <div className={styles.withScript}>{children}</div>;

export const WithoutScript = ({ children }: Props) => <div className={styles.withoutScript}>{children}</div>;
