import clsx from "clsx";
import { useEffect, useRef } from "react";
import { Alert } from "#app/components/ui/alert.tsx";
import layout from "#app/components/ui/layout.module.css";
import text from "#app/components/ui/text.module.css";
import { exactDateTime } from "#app/lib/format-date.ts";
import { describeProblem } from "#app/lib/proof/describe-problem.ts";
import { describeRow } from "#app/lib/proof/describe-row.ts";
import type { ProofFile } from "#app/lib/proof/proof-file.ts";
import type { ProofCheck, ProofEntryView } from "#app/schemas/proof.ts";
import { ProofEntries } from "./proof-entries.tsx";
import styles from "./proof-verdict.module.css";

type ProofCheckProps = { check: ProofCheck; entries: ProofEntryView[] };

const CHECKED_BY = {
  browser: "Your browser checked it. The file was not sent to us.",
  server: "Our server checked it and kept nothing of it.",
};

/** Whether a proof is valid, and what it proves or what is wrong. It takes the focus, even without script. */
export function ProofVerdict({ check, entries }: ProofCheckProps) {
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (check) result.current?.focus();
  }, [check]);
  const { proof, problems, by, timeZone } = check;
  return (
    // biome-ignore lint/a11y/noAutofocus: the page is the reply to a posted file, and its reader waits for the verdict
    <div ref={result} tabIndex={-1} autoFocus className={clsx(layout.stack, styles.result)}>
      <Alert tone={proof ? "verd" : "alarm"} role={proof ? "status" : "alert"}>
        <b className={text.strong}>{proof ? "This proof is valid." : "This proof is not valid."}</b>{" "}
        {CHECKED_BY[by]}
      </Alert>
      {proof ? (
        <>
          <Proven proof={proof} timeZone={timeZone} />
          <ProofEntries entries={entries} timeZone={timeZone} />
        </>
      ) : (
        <ul className={styles.facts}>
          {problems.map(describeProblem).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
          {problems.some(({ code }) => code === "unknown_key") ? (
            <li>
              Proofs of another site are checked there. If this one is from here, somebody else has signed it.
            </li>
          ) : null}
        </ul>
      )}
    </div>
  );
}

function Proven({ proof, timeZone }: { proof: ProofFile; timeZone: string }) {
  const { entries, issuer, exportedAt } = proof;
  const at = (time = "") => exactDateTime({ at: time, timeZone });
  const last = entries.at(-1)?.record.at;
  const hidden = entries.reduce(
    (sum, { record, values }) => sum + Object.keys(record.digests).length - Object.keys(values).length,
    0,
  );
  return (
    <section className={styles.proven}>
      <h2>What it proves</h2>
      <ul className={styles.facts}>
        <li>
          {issuer} has recorded{" "}
          {entries.length === 1
            ? `this step, of ${at(last)}.`
            : `these ${entries.length} steps, from ${at(entries[0]?.record.at)} to ${at(last)}.`}
        </li>
        <li>No step was changed, removed or added since the file was made on {at(exportedAt)}.</li>
        <li>
          {hidden === 0
            ? "Every value is the one that was signed."
            : `Every value shown is the one that was signed. Of ${hidden} there is only the hash: the person was erased, or this copy leaves them out.`}
        </li>
        {entries.map(describeRow).map((sentence) => (sentence ? <li key={sentence}>{sentence}</li> : null))}
        <li>Times are in {timeZone}.</li>
      </ul>
    </section>
  );
}
