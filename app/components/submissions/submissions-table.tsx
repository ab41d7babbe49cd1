import { Card } from "#app/components/ui/card.tsx";
import { Table } from "#app/components/ui/table.tsx";
import type { SubmissionsQuery } from "#app/schemas/submission-query.ts";
import type { SubmissionResponse } from "#app/schemas/submissions.ts";
import { submissionColumns } from "./submission-columns.tsx";
import { groupSubmissions } from "./submission-groups.ts";
import styles from "./submissions-table.module.css";

type SubmissionsTableProps = Omit<Parameters<typeof submissionColumns>[0], "selectable"> & {
  submissions: SubmissionResponse[];
  /** Whether rows can be selected for a bulk decision. */
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

/** Rows of two lines, 58 px high; below 860 px each row is a card of two by two. */
export function SubmissionsTable({ submissions, canSelect, ...list }: SubmissionsTableProps) {
  return (
    <Card className={styles.card}>
      <Table
        caption={captions[list.sort]}
        columns={submissionColumns({ ...list, selectable: canSelect ? submissions.length : null })}
        groups={groupSubmissions(submissions, list.sort, list.view)}
        getKey={({ _id }) => _id}
        rowClass={({ _id }) => (_id === list.openId ? styles.open : undefined)}
        className={styles.table}
      />
    </Card>
  );
}
