import { Link } from "@remix-run/react";
import clsx from "clsx";
import { OfForm } from "#app/components/layout/form-names.tsx";
import { ClaimAmount } from "#app/components/submissions/claim-amount.tsx";
import { describeState, type View } from "#app/components/submissions/submission-state.ts";
import { Panel } from "#app/components/ui/panel.tsx";
import { Rows } from "#app/components/ui/rows.tsx";
import { StatusBadge } from "#app/components/ui/status-badge.tsx";
import text from "#app/components/ui/text.module.css";
import { formatDateTime } from "#app/lib/format-date.ts";
import { paths } from "#app/paths.ts";
import type { SubmissionResponse } from "#app/schemas/submissions.ts";
import styles from "./latest-panel.module.css";

export function LatestPanel({ submissions, view }: { submissions: SubmissionResponse[]; view: View }) {
  return (
    <Panel
      title="Latest claims"
      aside={
        <Link className={text.small} to={paths.submissions({ status: "all" })}>
          All
        </Link>
      }
    >
      <Rows className={styles.latest}>
        {submissions.map((submission) => (
          <Latest key={submission._id} submission={submission} view={view} />
        ))}
      </Rows>
    </Panel>
  );
}

function Latest({ submission, view }: { submission: SubmissionResponse; view: View }) {
  const { _id: submissionId, createdAt, formData } = submission;
  const state = describeState(submission, view);
  return (
    <li>
      <span className={styles.person}>
        <Link className={clsx(text.truncated, text.block)} to={paths.submission({ submissionId })}>
          {formData.email}
        </Link>{" "}
        <span className={clsx(text.small, text.truncated, text.block)}>
          <bdi>{formData.platform.name}</bdi>
          <OfForm formId={submission.formId} />,{" "}
          <time dateTime={createdAt}>
            {formatDateTime({ at: createdAt, timeZone: view.timeZone, now: view.now })}
          </time>
        </span>
      </span>{" "}
      <span className={clsx(text.number, text.strong, styles.amount)}>
        <ClaimAmount submission={submission} />
      </span>
      <StatusBadge state={state.mark} isWrapping>
        {state.word}
      </StatusBadge>
    </li>
  );
}
