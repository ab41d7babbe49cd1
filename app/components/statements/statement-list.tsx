import { Link } from "@remix-run/react";
import { Card } from "#app/components/ui/card.tsx";
import { Table } from "#app/components/ui/table.tsx";
import { formatDateTime } from "#app/lib/format-date.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { paths } from "#app/paths.ts";
import type { StatementResponse } from "#app/schemas/statements.ts";
import { describeStatus } from "./statement-state.ts";

type StatementListProps = {
  statements: StatementResponse[];
  view: { timeZone: string; now: string };
};

/** The workspace's statements, the newest first. */
export function StatementList({ statements, view }: StatementListProps) {
  return (
    <Card>
      <Table
        caption="Statements"
        groups={[{ rows: statements }]}
        getKey={({ id }) => id}
        columns={[
          {
            head: "File",
            isWide: true,
            cell: (statement) => (
              <Link to={paths.statement({ id: statement.id })}>
                <bdi>{statement.fileName}</bdi>
              </Link>
            ),
          },
          { head: "Broker", isLabelled: true, cell: ({ platformName }) => <bdi>{platformName}</bdi> },
          {
            head: "Uploaded",
            isLabelled: true,
            cell: ({ uploadedAt, uploadedBy }) =>
              `${formatDateTime({ at: uploadedAt, ...view })}${uploadedBy ? ` by ${uploadedBy}` : ""}`,
          },
          {
            head: "Rows",
            isLabelled: true,
            isNumber: true,
            cell: ({ rows }) => formatNumber(rows),
          },
          { head: "Found", isLabelled: true, cell: describeStatus },
        ]}
      />
    </Card>
  );
}
