import { Link } from "@remix-run/react";
import { Mark } from "#app/components/ui/mark.tsx";
import { Money } from "#app/components/ui/money.tsx";
import { Panel } from "#app/components/ui/panel.tsx";
import { moment } from "#app/lib/moments.ts";
import { paths } from "#app/paths.ts";
import type { SubmissionAnswer } from "#app/schemas/submissions.ts";
import { stateOf, type View } from "./submission-state.ts";

/** What came in last, each a link to its sheet. */
export function LatestPanel({ submissions, view }: { submissions: SubmissionAnswer[]; view: View }) {
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

function Latest({ submission, view }: { submission: SubmissionAnswer; view: View }) {
  const { _id: submissionId, createdAt, formData } = submission;
  const state = stateOf(submission, view);
  return (
    <li>
      <span className="t">
        <Link className="cut block" to={paths.submission({ submissionId })}>
          {formData.email}
        </Link>
        <span className="meta cut block">
          <bdi>{formData.platform.name}</bdi>,{" "}
          <time dateTime={createdAt}>
            {moment({ at: createdAt, timeZone: view.timeZone, now: view.now })}
          </time>
        </span>
      </span>
      <span className="num amt strong">
        {formData.amount && formData.currency ? (
          <Money amount={formData.amount} currency={formData.currency} isStacked />
        ) : null}
      </span>
      <Mark state={state.mark}>{state.word}</Mark>
    </li>
  );
}
