import styles from "./fact-line.module.css";
import type { KeyValue } from "./key-values.tsx";

/** A few facts beside each other, each under its label. */
export function FactLine({ facts }: { facts: KeyValue[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
