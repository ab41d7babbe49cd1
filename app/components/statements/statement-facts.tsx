import { Link } from "@remix-run/react";
import { ConfirmedPost } from "#app/components/forms/confirmed-post.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { KeyValues } from "#app/components/ui/key-values.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { formatDateTime } from "#app/lib/format-date.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { paths } from "#app/paths.ts";
import type { StatementResponse } from "#app/schemas/statements.ts";
import { AdviceAlert } from "./advice-alert.tsx";
import { daysOf, describePeriod, describeStatus, isWorking, kindNames } from "./statement-state.ts";

type StatementFactsProps = {
  statement: StatementResponse;
  canDelete: boolean;
  view: { timeZone: string; now: string };
};

/** What the file is, and how far it is. */
export function StatementFacts({ statement, canDelete, view }: StatementFactsProps) {
  const { kind, period, timeZone, rows, columns, coverage, advice, uploadedBy, uploadedAt } = statement;
  const { complete, expiresAt, reading } = statement;
  const at = (time: string) => formatDateTime({ at: time, ...view });
  return (
    <Panel title="Statement">
      <PanelBody>
        {statement.status === "failed" ? (
          <Alert tone="alarm" role="alert">
            <b>This file could not be read.</b> {statement.error}
          </Alert>
        ) : null}
        {isWorking(statement) ? (
          <Alert role="status" action={<Link to={paths.statement({ id: statement.id })}>Refresh</Link>}>
            {describeStatus(statement)}…
          </Alert>
        ) : null}
        {advice ? <AdviceAlert statement={statement} advice={advice} canChange={canDelete} /> : null}
        <KeyValues
          hasLongLabels
          facts={[
            { label: "Broker", value: <bdi>{statement.platformName}</bdi> },
            ...(kind ? [{ label: "Kind", value: kindNames[kind] }] : []),
            ...(period ? [{ label: "Period", value: describePeriod(period, timeZone) }] : []),
            ...(reading?.account ? [{ label: "Account in the file", value: reading.account }] : []),
            ...(kind ? [{ label: "Time zone of the file", value: timeZone ?? "Not stated" }] : []),
            ...(reading && reading.otherBrandRows > 0
              ? [
                  {
                    label: "Brand",
                    value: `${reading.brand}: ${leftOut(reading.otherBrandRows)}`,
                  },
                ]
              : []),
            { label: "Rows", value: formatNumber(rows) },
            ...(coverage && coverage.claims > 0 && columns.some(({ meaning }) => meaning === "account")
              ? [{ label: "Account numbers found", value: `${coverage.found} of ${coverage.claims}` }]
              : []),
            { label: "Uploaded", value: `${at(uploadedAt)}${uploadedBy ? ` by ${uploadedBy}` : ""}` },
            ...(complete
              ? [
                  {
                    label: "Lists all clients",
                    value: `Said ${at(complete.at)}${complete.by ? ` by ${complete.by}` : ""}`,
                  },
                ]
              : []),
            { label: expiresAt > view.now ? "Deleted after" : "File deleted", value: at(expiresAt) },
            {
              label: "Commission",
              value: (
                <Link
                  to={paths.commission({
                    platformId: statement.platformId,
                    ...(period ? { month: daysOf(period, timeZone).to.slice(0, 7) } : {}),
                  })}
                >
                  Commission owed
                </Link>
              ),
            },
          ]}
        />
        {canDelete ? (
          <ConfirmedPost
            intent="delete"
            label="Delete statement"
            pending="Deleting"
            summary="Delete statement…"
            title="Delete this statement?"
            opensAt="start"
            isSmall
          >
            <p>Its file, its rows and what they pay are deleted. What it decided stays.</p>
          </ConfirmedPost>
        ) : null}
      </PanelBody>
    </Panel>
  );
}

const leftOut = (rows: number): string =>
  rows === 1
    ? "1 row of another brand is left out"
    : `${formatNumber(rows)} rows of other brands are left out`;
