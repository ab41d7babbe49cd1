import { Link } from "@remix-run/react";
import { Money } from "#app/components/exchange-rates/money.tsx";
import type { QueryLinks } from "#app/components/filters/use-query-links.ts";
import { StatusBadge } from "#app/components/ui/status-badge.tsx";
import { SortableHeader } from "#app/components/ui/table.tsx";
import { TimeLeft, TimePast } from "#app/components/ui/time-left.tsx";
import type { SubmissionResponse, SubmissionsQuery } from "#app/schemas/submissions.ts";
import { groupSubmissions } from "./submission-groups.ts";
import { describeState, describeTime, exactSendBefore, type View } from "./submission-state.ts";

type SubmissionsTableProps = {
  submissions: SubmissionResponse[];
  sort: SubmissionsQuery["sort"];
  view: View;
  /** The submission whose sheet is open. */
  openId: string | null;
  address: QueryLinks;
};

const captions: Record<SubmissionsQuery["sort"], string> = {
  sendBefore: "Submissions, sorted by time left",
  amount: "Submissions, sorted by amount",
  createdAt: "Submissions, oldest first",
  "-createdAt": "Submissions, newest first",
};

/** 58 px rows of two lines; below 860 px each is a card of two by two, in the same order. */
export function SubmissionsTable({ submissions, sort, view, openId, address }: SubmissionsTableProps) {
  return (
    <div className="panel">
      <table className="claims">
        <caption className="sr">{captions[sort]}</caption>
        <thead>
          <tr>
            <th scope="col">Person</th>
            <SortableHeader
              isNumber
              to={address({ sort: "amount", page: null })}
              sorted={sort === "amount" ? "ascending" : null}
            >
              Amount
            </SortableHeader>
            <SortableHeader
              to={address({ sort: "sendBefore", page: null })}
              sorted={sort === "sendBefore" ? "ascending" : null}
            >
              Time left
            </SortableHeader>
            <th scope="col">State</th>
          </tr>
        </thead>
        {groupSubmissions(submissions, sort, view).map((group) => (
          <tbody key={group.submissions[0]?._id}>
            {group.title ? (
              <tr className="group">
                <th colSpan={4} scope="rowgroup">
                  {group.title}
                </th>
              </tr>
            ) : null}
            {group.submissions.map((submission) => (
              <Row
                key={submission._id}
                submission={submission}
                view={view}
                isOpen={submission._id === openId}
                to={address({ open: submission._id })}
              />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

type RowProps = { submission: SubmissionResponse; view: View; isOpen: boolean; to: string };

function Row({ submission, view, isOpen, to }: RowProps) {
  const { email, platform, amount, currency } = submission.formData;
  const state = describeState(submission, view);
  const time = describeTime(submission);
  return (
    <tr className={isOpen ? "open" : undefined}>
      <td className="who">
        <Link className="cut" to={to} preventScrollReset aria-current={isOpen || undefined}>
          {email}
        </Link>
        <span className="meta cut">{platform.name}</span>
      </td>
      <td className="num amt">
        {amount && currency ? (
          <Money amount={amount} currency={currency} isStacked />
        ) : (
          <span className="meta">–</span>
        )}
      </td>
      <td className="lt">
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
      <td className="st">
        <StatusBadge state={state.mark}>{state.word}</StatusBadge>
        {state.reason ? <span className="meta cut">{state.reason}</span> : null}
      </td>
    </tr>
  );
}
