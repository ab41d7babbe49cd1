import { Fragment } from "react";
import styles from "./key-values.module.css";

export type KeyValue = { label: string; value: React.ReactNode };

/** Facts in two columns. What is not known is left out by the caller. */
export function KeyValues({ facts }: { facts: KeyValue[] }) {
  return (
    <dl className={styles.list}>
      {facts.map(({ label, value }) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
