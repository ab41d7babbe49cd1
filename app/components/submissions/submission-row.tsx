import { Link } from "@remix-run/react";
import clsx from "clsx";
import { Money } from "#app/components/exchange-rates/money.tsx";
import { StatusBadge } from "#app/components/ui/status-badge.tsx";
import text from "#app/components/ui/text.module.css";
import { TimeLeft, TimePast } from "#app/components/ui/time-left.tsx";
import type { ListColumn } from "#app/lib/domain.ts";
import { clockTime, dayName } from "#app/lib/format-date.ts";
import type { SubmissionResponse } from "#app/schemas/submissions.ts";
import { loadSheetEarly } from "./late-sheet.tsx";
import { BULK_FORM } from "./selection.tsx";
import { describeState, describeTime, exactSendBefore, type View } from "./submission-state.ts";
import styles from "./submissions-table.module.css";

type SubmissionRowProps = {
  submission: SubmissionResponse;
  view: View;
  isOpen: boolean;
  to: string;
  canSelect: boolean;
  columns: ListColumn[];
};

/** Two lines, or a card of two by two where the table is narrow. */
export function SubmissionRow({ submission, view, isOpen, to, canSelect, columns }: SubmissionRowProps) {
  const { email, platform, amount, currency } = submission.formData;
  const state = describeState(submission, view);
  const time = describeTime(submission);
  return (
    <tr className={isOpen ? styles.open : undefined}>
      {canSelect ? (
        <td className={styles.select}>
          <label className={styles.box}>
            <input
              type="checkbox"
              form={BULK_FORM}
              name="ids"
              value={submission._id}
              aria-label={`Select ${email}`}
            />
          </label>
        </td>
      ) : null}
      <td className={styles.person}>
        <Link
          className={text.truncated}
          to={to}
          preventScrollReset
          aria-current={isOpen || undefined}
          data-claim={submission._id}
          {...loadSheetEarly}
        >
          {email}
        </Link>
        <span className={clsx(text.small, text.truncated)}>{platform.name}</span>
      </td>
      <td className={clsx(text.number, styles.amount)}>
        {amount && currency ? (
          <Money amount={amount} currency={currency} isStacked />
        ) : (
          <span className={text.small}>–</span>
        )}
      </td>
      <WideCells submission={submission} view={view} columns={columns} />
      <td className={styles.timeLeft}>
        {"past" in time ? (
          <TimePast>{time.past}</TimePast>
        ) : (
          <TimeLeft
            sendBefore={time.sendBefore}
            now={view.now}
            title={exactSendBefore(time.sendBefore, view)}
          />
        )}
      </td>
      <td className={styles.state}>
        <StatusBadge state={state.mark}>{state.word}</StatusBadge>
        {state.reason ? (
          <span className={clsx(text.small, text.truncated, styles.reason)}>{state.reason}</span>
        ) : null}
      </td>
    </tr>
  );
}

type WideCellsProps = { submission: SubmissionResponse; view: View; columns: ListColumn[] };

/** The cells that a narrow table has no room for. */
function WideCells({ submission, view, columns }: WideCellsProps) {
  const { createdAt, attribution, formData } = submission;
  const { source, utm } = attribution;
  const { reference } = formData;
  return (
    <>
      {columns.includes("source") ? (
        <td className={clsx(styles.wide, styles.source)}>
          <span className={clsx(text.truncated, text.block)}>{source ?? "–"}</span>
          {utm.campaign ? (
            <span className={clsx(text.small, text.truncated, text.block)}>{utm.campaign}</span>
          ) : null}
        </td>
      ) : null}
      {columns.includes("reference") ? (
        <td className={clsx(styles.wide, styles.reference)}>
          <span className={clsx(text.truncated, text.block)}>{reference ?? "–"}</span>
        </td>
      ) : null}
      {columns.includes("when") ? (
        <td className={clsx(styles.wide, styles.when)}>
          <time dateTime={createdAt}>
            {dayName({ at: createdAt, ...view })}
            <span className={clsx(text.small, text.block)}>{clockTime({ at: createdAt, ...view })}</span>
          </time>
        </td>
      ) : null}
    </>
  );
}
