import clsx from "clsx";
import { KeyValues } from "#app/components/ui/key-values.tsx";
import layout from "#app/components/ui/layout.module.css";
import { ScrollRegion } from "#app/components/ui/scroll-region.tsx";
import text from "#app/components/ui/text.module.css";
import { exactDateTime } from "#app/lib/format-date.ts";
import type { ProofEntryView } from "#app/schemas/proof.ts";
import styles from "./proof-entries.module.css";

type ProofEntriesProps = { entries: ProofEntryView[]; timeZone: string };

/** Each step of a claim as it was signed, in order. */
export function ProofEntries({ entries, timeZone }: ProofEntriesProps) {
  return (
    <ol className={styles.entries}>
      {entries.map(({ number, title, at, recordedAt, facts, personal, keyId, signature }) => (
        <li key={number} className={styles.entry}>
          <div className={layout.between}>
            <h2>
              {number}. {title}
            </h2>
            <time className={text.small} dateTime={at}>
              {exactDateTime({ at, timeZone })}
            </time>
          </div>
          {recordedAt ? (
            <p className={text.small}>Signed later, on {exactDateTime({ at: recordedAt, timeZone })}.</p>
          ) : null}
          <KeyValues
            facts={[
              ...facts.map(({ label, value, isTime }) => ({
                label,
                value: isTime ? exactDateTime({ at: value, timeZone }) : value,
              })),
              ...personal.map(({ label, value, digest }) => ({
                label,
                value: value === null ? <Hidden digest={digest} /> : <Shown value={value} />,
              })),
            ]}
          />
          <p className={text.small}>
            Signed with key <span className={styles.signature}>{keyId}</span>:{" "}
            <span className={clsx(text.code, styles.signature)}>{signature}</span>
          </p>
        </li>
      ))}
    </ol>
  );
}

const LONG = 200;

function Shown({ value }: { value: string }) {
  if (value.length < LONG) return value;
  return (
    <ScrollRegion label="Whole text" className={clsx(text.code, styles.long)}>
      {value}
    </ScrollRegion>
  );
}

function Hidden({ digest }: { digest: string }) {
  return (
    <span className={text.code}>
      erased, hash only: <span className={styles.signature}>{digest}</span>
    </span>
  );
}
