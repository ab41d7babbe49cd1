import { Link } from "@remix-run/react";
import { Fragment } from "react";
import type { QueryLinks } from "#app/components/filters/use-query-links.ts";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { TabIdField } from "#app/components/live/tab-id-field.tsx";
import { JobBar } from "#app/components/ui/job-bar.tsx";
import layout from "#app/components/ui/layout.module.css";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { paths } from "#app/paths.ts";
import type { BulkJobResponse } from "#app/schemas/bulk.ts";
import styles from "./bulk-plan.module.css";

type BulkProgressProps = { job: BulkJobResponse; canDecide: boolean; address: QueryLinks };

/** The progress of the latest bulk decision, then its result, until it is closed. */
export function BulkProgress({ job, canDecide, address }: BulkProgressProps) {
  const isRunning = job.state === "running";
  const verb =
    job.kind === "undo"
      ? "set back"
      : { pending: "set back", handled: "verified", rejected: "rejected" }[job.status];
  return (
    <section className={styles.plan} aria-labelledby="bulk-job">
      <h2 id="bulk-job">
        {isRunning
          ? `${job.kind === "undo" ? "Setting back" : "Deciding"} ${formatNumber(job.total)} claims in the background`
          : `${formatNumber(job.changed)} of ${formatNumber(job.total)} ${job.total === 1 ? "claim" : "claims"} ${verb}`}
      </h2>
      {isRunning ? <JobBar done={job.changed + job.unchanged + job.failed} total={job.total} /> : null}
      <Events events={job.events} />
      {job.unchanged > 0 ? (
        <p>
          {formatNumber(job.unchanged)} {job.unchanged === 1 ? "was" : "were"} already {verb}.
        </p>
      ) : null}
      {job.failed > 0 ? (
        <details>
          <summary>
            {formatNumber(job.failed)} could not be {job.kind === "undo" ? "set back" : "decided"}
          </summary>
          <ul>
            {job.errors.map(({ id, email, error }) => (
              <li key={id}>
                <Link to={address({ open: id, at: null })} preventScrollReset>
                  {email}
                </Link>
                : {error}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      {canDecide && !isRunning ? (
        <div className={layout.row}>
          {job.canUndo ? (
            <PostForm intent="undo-bulk" preventScrollReset>
              <input type="hidden" name="jobId" value={job.id} />
              <TabIdField />
              <SubmitButton isSmall pending="Undoing">
                {job.status === "handled" ? "Undo what is not sent yet" : "Undo"}
              </SubmitButton>
            </PostForm>
          ) : null}
          <PostForm intent="dismiss-job" preventScrollReset>
            <input type="hidden" name="jobId" value={job.id} />
            <SubmitButton kind="quiet" isSmall pending="Closing">
              Close
            </SubmitButton>
          </PostForm>
        </div>
      ) : null}
    </section>
  );
}

/** The results of the events. No count is a link, because the lists contain other decisions too. */
function Events({ events: { sent, queued, failed, expired } }: Pick<BulkJobResponse, "events">) {
  const outcomes = [
    { count: sent, words: "sent", event: "sent" },
    { count: queued, words: "under way", event: null },
    { count: failed, words: "not accepted", event: "failed" },
    { count: expired, words: "too late", event: "expired" },
  ].filter(({ count }) => count > 0);
  if (outcomes.length === 0) return null;
  return (
    <p>
      {outcomes.map(({ count, words, event }, index) => (
        <Fragment key={words}>
          {`${index > 0 ? ", " : ""}${formatNumber(count)} `}
          {event ? <Link to={paths.submissions({ status: "handled", event })}>{words}</Link> : words}
        </Fragment>
      ))}
      .
    </p>
  );
}
