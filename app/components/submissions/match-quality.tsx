import { Alert } from "#app/components/ui/alert.tsx";
import { KeyValues } from "#app/components/ui/key-values.tsx";
import text from "#app/components/ui/text.module.css";
import type { SubmissionResponse } from "#app/schemas/submissions.ts";
import styles from "./match-quality.module.css";

/** How well each ad platform can probably find the person, and what would raise it most. */
export function MatchQuality({ submission }: { submission: SubmissionResponse }) {
  const { matchQuality = [] } = submission;
  if (matchQuality.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3>Match quality</h3>
      <KeyValues
        facts={matchQuality.map(({ platformName, score, advice }) => ({
          label: platformName,
          value: (
            <>
              {score} of 100 {advice ? <span className={text.small}>{advice}</span> : null}
            </>
          ),
        }))}
      />
      {matchQuality.map(({ platform, warning }) =>
        warning ? (
          <Alert key={platform} tone="copper">
            {warning}
          </Alert>
        ) : null,
      )}
      <p className={text.small}>Our estimate, from what would be sent.</p>
    </section>
  );
}
