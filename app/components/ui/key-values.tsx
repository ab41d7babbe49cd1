import clsx from "clsx";
import { Fragment } from "react";
import styles from "./key-values.module.css";

export type KeyValue = { label: string; value: React.ReactNode };

type KeyValuesProps = {
  facts: KeyValue[];
  /** The first column is as wide as the longest label. */
  hasLongLabels?: boolean;
};

/** Facts in two columns. What is not known is left out by the caller. */
export function KeyValues({ facts, hasLongLabels }: KeyValuesProps) {
  return (
    <dl className={clsx(styles.list, hasLongLabels && styles.long)}>
      {facts.map(({ label, value }) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
