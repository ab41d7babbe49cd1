import { Link } from "@remix-run/react";
import { Money } from "#app/components/exchange-rates/money.tsx";
import { describeState, type View } from "#app/components/submissions/submission-state.ts";
import { Panel } from "#app/components/ui/panel.tsx";
import { StatusBadge } from "#app/components/ui/status-badge.tsx";
import { formatDateTime } from "#app/lib/format-date.ts";
import { paths } from "#app/paths.ts";
import type { SubmissionResponse } from "#app/schemas/submissions.ts";

/** What came in last, each a link to its sheet. */
export function LatestPanel({ submissions, view }: { submissions: SubmissionResponse[]; view: View }) {
  return (
    <Panel
      title="Latest claims"
      aside={
        <Link className="meta" to={paths.submissions({ sort: "-createdAt" })}>
          All
        </Link>
      }
    >
      <ul className="rows latest">
        {submissions.map((submission) => (
          <Latest key={submission._id} submission={submission} view={view} />
        ))}
      </ul>
    </Panel>
  );
}

function Latest({ submission, view }: { submission: SubmissionResponse; view: View }) {
  const { _id: submissionId, createdAt, formData } = submission;
  const state = describeState(submission, view);
  return (
    <li>
      <span className="t">
        <Link className="cut block" to={paths.submission({ submissionId })}>
          {formData.email}
        </Link>
        <span className="meta cut block">
          <bdi>{formData.platform.name}</bdi>,{" "}
          <time dateTime={createdAt}>
            {formatDateTime({ at: createdAt, timeZone: view.timeZone, now: view.now })}
          </time>
        </span>
      </span>
      <span className="num amt strong">
        {formData.amount && formData.currency ? (
          <Money amount={formData.amount} currency={formData.currency} isStacked />
        ) : null}
      </span>
      <StatusBadge state={state.mark}>{state.word}</StatusBadge>
    </li>
  );
}
