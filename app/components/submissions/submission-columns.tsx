import { Link } from "@remix-run/react";
import clsx from "clsx";
import type { QueryLinks } from "#app/components/filters/use-query-links.ts";
import { OfForm } from "#app/components/layout/form-names.tsx";
import { StatusBadge } from "#app/components/ui/status-badge.tsx";
import type { Column } from "#app/components/ui/table.tsx";
import text from "#app/components/ui/text.module.css";
import { TimeLeft, TimePast } from "#app/components/ui/time-left.tsx";
import type { ListColumn } from "#app/lib/domain.ts";
import { clockTime, dayName } from "#app/lib/format-date.ts";
import type { SubmissionsQuery } from "#app/schemas/submission-query.ts";
import type { SubmissionResponse } from "#app/schemas/submissions.ts";
import { ClaimAmount } from "./claim-amount.tsx";
import { loadSheetEarly } from "./lazy-sheet.tsx";
import { BULK_FORM, SelectPage } from "./selection.tsx";
import { describeState, describeTime, exactSendBefore, type View } from "./submission-state.ts";
import styles from "./submissions-table.module.css";

type SubmissionColumns = {
  view: View;
  sort: SubmissionsQuery["sort"];
  openId: string | null;
  address: QueryLinks;
  /** The columns of a wide table besides those always shown. */
  columns: ListColumn[];
  /** The number of rows that can be selected for a bulk decision; null for none. */
  selectable: number | null;
};

export function submissionColumns({
  view,
  sort,
  openId,
  address,
  columns,
  selectable,
}: SubmissionColumns): Column<SubmissionResponse>[] {
  /** `first` is how the list is sorted by the column at first, `next` at the second press. */
  const by = (name: string, first: string, next: string) => ({
    to: address({ sort: sort === first ? next : first, page: null, open: null, at: null }),
    sorted: sort === name ? ("ascending" as const) : sort === `-${name}` ? ("descending" as const) : null,
  });
  const wide: Record<ListColumn, Column<SubmissionResponse>> = {
    source: {
      head: "Came from",
      className: clsx(styles.wide, styles.source),
      cell: ({ attribution: { source, utm } }) => (
        <>
          <span className={clsx(text.truncated, text.block)}>{source ?? "–"}</span>{" "}
          {utm.campaign ? (
            <span className={clsx(text.small, text.truncated, text.block)}>{utm.campaign}</span>
          ) : null}
        </>
      ),
    },
    reference: {
      head: "Account no.",
      className: clsx(styles.wide, styles.reference),
      cell: ({ formData }) => (
        <span className={clsx(text.truncated, text.block)}>{formData.reference ?? "–"}</span>
      ),
    },
    when: {
      head: "When",
      sort: by("createdAt", "-createdAt", "createdAt"),
      className: clsx(styles.wide, styles.when),
      cell: ({ createdAt }) => (
        <time dateTime={createdAt}>
          {dayName({ at: createdAt, ...view })}{" "}
          <span className={clsx(text.small, text.block)}>{clockTime({ at: createdAt, ...view })}</span>
        </time>
      ),
    },
  };
  const select: Column<SubmissionResponse> = {
    head: (
      <>
        <SelectPage count={selectable ?? 0} />
        <span className="visually-hidden">Select</span>
      </>
    ),
    className: styles.select,
    cell: ({ _id, formData: { email } }) => (
      <label className={styles.box}>
        <input type="checkbox" form={BULK_FORM} name="ids" value={_id} aria-label={`Select ${email}`} />
      </label>
    ),
  };
  return [
    ...(selectable === null ? [] : [select]),
    {
      head: "Person",
      sort: by("person", "person", "-person"),
      className: styles.person,
      cell: ({ _id, formId, formData: { email, platform } }) => (
        <>
          <Link
            className={text.truncated}
            to={address({ open: _id, at: null })}
            preventScrollReset
            aria-current={_id === openId || undefined}
            data-claim={_id}
            {...loadSheetEarly}
          >
            {email}
          </Link>{" "}
          <span className={clsx(text.small, text.truncated)}>
            {platform.name}
            <OfForm formId={formId} />
          </span>
        </>
      ),
    },
    {
      head: "Amount",
      sort: by("amount", "-amount", "amount"),
      isNumber: true,
      className: styles.amount,
      cell: (submission) =>
        submission.formData.amount ? (
          <ClaimAmount submission={submission} />
        ) : (
          <span className={text.small}>–</span>
        ),
    },
    ...(["source", "reference", "when"] as const)
      .filter((name) => columns.includes(name))
      .map((name) => wide[name]),
    {
      head: "Time left",
      sort: by("sendBefore", "sendBefore", "sendBefore"),
      className: styles.timeLeft,
      cell: (submission) => {
        const time = describeTime(submission);
        return "past" in time ? (
          <TimePast>{time.past}</TimePast>
        ) : (
          <TimeLeft
            sendBefore={time.sendBefore}
            now={view.now}
            title={exactSendBefore(time.sendBefore, view)}
          />
        );
      },
    },
    {
      head: "State",
      sort: by("status", "status", "-status"),
      className: styles.state,
      cell: (submission) => {
        const state = describeState(submission, view);
        return (
          <>
            <StatusBadge state={state.mark} isWrapping>
              {state.word}
            </StatusBadge>{" "}
            {state.reason ? (
              <span className={clsx(text.small, text.truncated, styles.reason)}>{state.reason}</span>
            ) : null}
          </>
        );
      },
    },
  ];
}
