import type { QueryLinks } from "#app/components/filters/use-query-links.ts";
import { Card } from "#app/components/ui/card.tsx";
import { SortableHeader } from "#app/components/ui/table.tsx";
import type { ListColumn } from "#app/lib/domain.ts";
import type { SubmissionsQuery } from "#app/schemas/submission-query.ts";
import type { SubmissionResponse } from "#app/schemas/submissions.ts";
import { SelectPage } from "./selection.tsx";
import { groupSubmissions } from "./submission-groups.ts";
import { SubmissionRow } from "./submission-row.tsx";
import type { View } from "./submission-state.ts";
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
  person: "Claims, by email from A to Z",
  "-person": "Claims, by email from Z to A",
  status: "Claims, those to check first",
  "-status": "Claims, those to check last",
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
  const directionOf = (name: string) =>
    sort === name ? "ascending" : sort === `-${name}` ? "descending" : null;
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
            <SortableHeader
              to={sortedBy(sort === "person" ? "-person" : "person")}
              sorted={directionOf("person")}
            >
              Person
            </SortableHeader>
            <SortableHeader
              isNumber
              to={sortedBy(sort === "-amount" ? "amount" : "-amount")}
              sorted={directionOf("amount")}
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
                sorted={directionOf("createdAt")}
              >
                When
              </SortableHeader>
            ) : null}
            <SortableHeader to={sortedBy("sendBefore")} sorted={directionOf("sendBefore")}>
              Time left
            </SortableHeader>
            <SortableHeader
              to={sortedBy(sort === "status" ? "-status" : "status")}
              sorted={directionOf("status")}
            >
              State
            </SortableHeader>
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
              <SubmissionRow
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
