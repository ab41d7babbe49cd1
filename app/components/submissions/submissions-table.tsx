import { Link } from "@remix-run/react";
import clsx from "clsx";
import { Money } from "#app/components/exchange-rates/money.tsx";
import type { QueryLinks } from "#app/components/filters/use-query-links.ts";
import { Card } from "#app/components/ui/card.tsx";
import { StatusBadge } from "#app/components/ui/status-badge.tsx";
import { SortableHeader } from "#app/components/ui/table.tsx";
import text from "#app/components/ui/text.module.css";
import { TimeLeft, TimePast } from "#app/components/ui/time-left.tsx";
import type { ListColumn } from "#app/lib/domain.ts";
import { clockTime, dayName } from "#app/lib/format-date.ts";
import type { SubmissionResponse, SubmissionsQuery } from "#app/schemas/submissions.ts";
import { loadSheetEarly } from "./late-sheet.tsx";
import { BULK_FORM, SelectPage } from "./selection.tsx";
import { groupSubmissions } from "./submission-groups.ts";
import { describeState, describeTime, exactSendBefore, type View } from "./submission-state.ts";
import styles from "./submissions-table.module.css";

type SubmissionsTableProps = {
  submissions: SubmissionResponse[];
  sort: SubmissionsQuery["sort"];
  view: View;
  openId: string | null;
  address: QueryLinks;
  /** The columns of a wide table besides those always shown. */
  columns: ListColumn[];
  /** Whether rows can be selected for a decision of many. */
  canSelect: boolean;
};

const captions: Record<SubmissionsQuery["sort"], string> = {
  sendBefore: "Claims, sorted by time left",
  amount: "Claims, smallest amount first",
  "-amount": "Claims, largest amount first",
  createdAt: "Claims, oldest first",
  "-createdAt": "Claims, newest first",
};

const sortedByDate: Partial<Record<SubmissionsQuery["sort"], "ascending" | "descending">> = {
  createdAt: "ascending",
  "-createdAt": "descending",
};

const sortedByAmount: Partial<Record<SubmissionsQuery["sort"], "ascending" | "descending">> = {
  amount: "ascending",
  "-amount": "descending",
};

/** The columns of a wide table. */
const COLUMNS = 8;

/** Rows of two lines, 58 px high; below 860 px each row is a card of two by two. */
export function SubmissionsTable({
  submissions,
  sort,
  view,
  openId,
  address,
  canSelect,
  columns,
}: SubmissionsTableProps) {
  const sortedBy = (next: string) => address({ sort: next, page: null, open: null, at: null });
  return (
    <Card className={styles.card}>
      <table className={styles.table}>
        <caption className="visually-hidden">{captions[sort]}</caption>
        <thead>
          <tr>
            {canSelect ? (
              <th scope="col" className={styles.select}>
                <SelectPage count={submissions.length} />
                <span className="visually-hidden">Select</span>
              </th>
            ) : null}
            <th scope="col">Person</th>
            <SortableHeader
              isNumber
              to={sortedBy(sort === "-amount" ? "amount" : "-amount")}
              sorted={sortedByAmount[sort] ?? null}
            >
              Amount
            </SortableHeader>
            {columns.includes("source") ? (
              <th scope="col" className={styles.wide}>
                Came from
              </th>
            ) : null}
            {columns.includes("reference") ? (
              <th scope="col" className={styles.wide}>
                Account no.
              </th>
            ) : null}
            {columns.includes("when") ? (
              <SortableHeader
                className={styles.wide}
                to={sortedBy(sort === "-createdAt" ? "createdAt" : "-createdAt")}
                sorted={sortedByDate[sort] ?? null}
              >
                When
              </SortableHeader>
            ) : null}
            <SortableHeader to={sortedBy("sendBefore")} sorted={sort === "sendBefore" ? "ascending" : null}>
              Time left
            </SortableHeader>
            <th scope="col">State</th>
          </tr>
        </thead>
        {groupSubmissions(submissions, sort, view).map((group) => (
          <tbody key={group.submissions[0]?._id}>
            {group.title ? (
              <tr className={styles.group}>
                <th colSpan={COLUMNS} scope="rowgroup">
                  {group.title}
                </th>
              </tr>
            ) : null}
            {group.submissions.map((submission) => (
              <Row
                key={submission._id}
                submission={submission}
                view={view}
                canSelect={canSelect}
                columns={columns}
                isOpen={submission._id === openId}
                to={address({ open: submission._id, at: null })}
              />
            ))}
          </tbody>
        ))}
      </table>
    </Card>
  );
}

type RowProps = {
  submission: SubmissionResponse;
  view: View;
  isOpen: boolean;
  to: string;
  canSelect: boolean;
  columns: ListColumn[];
};

function Row({ submission, view, isOpen, to, canSelect, columns }: RowProps) {
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
          data-claim=""
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
