import { Link } from "@remix-run/react";
import { ConfirmedPost } from "#app/components/forms/confirmed-post.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { KeyValues } from "#app/components/ui/key-values.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { dayIn, HOUR } from "#app/lib/dates.ts";
import { formatDateTime, shortDate } from "#app/lib/format-date.ts";
import { paths } from "#app/paths.ts";
import type { StatementResponse } from "#app/schemas/statements.ts";
import { describeStatus, isWorking, kindNames } from "./statement-state.ts";

type StatementFactsProps = {
  statement: StatementResponse;
  canDelete: boolean;
  view: { timeZone: string; now: string };
};

/** What the file is, and how far it is. */
export function StatementFacts({ statement, canDelete, view }: StatementFactsProps) {
  const { kind, period, timeZone, rows, columns, coverage, advice, uploadedBy, uploadedAt, expiresAt } =
    statement;
  // In a zone that is not stated a day begins and ends somewhere within half a day of these.
  const middle = timeZone === null ? 12 * HOUR : 0;
  const toDay = (time: string, shift: number) =>
    dayIn(timeZone && !/^[+-]/.test(timeZone) ? timeZone : "UTC", new Date(Date.parse(time) + shift));
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
        {advice ? <Alert tone="copper">{advice}</Alert> : null}
        <KeyValues
          hasLongLabels
          facts={[
            { label: "Broker", value: <bdi>{statement.platformName}</bdi> },
            ...(kind ? [{ label: "Kind", value: kindNames[kind] }] : []),
            ...(period
              ? [
                  {
                    label: "Period",
                    value: `${shortDate(toDay(period.from, middle))} to ${shortDate(toDay(period.to, -middle))}`,
                  },
                ]
              : []),
            ...(kind ? [{ label: "Time zone of the file", value: timeZone ?? "Not stated" }] : []),
            { label: "Lines", value: rows.toLocaleString("en-US") },
            ...(coverage && coverage.claims > 0 && columns.some(({ meaning }) => meaning === "account")
              ? [{ label: "Account numbers found", value: `${coverage.found} of ${coverage.claims}` }]
              : []),
            { label: "Uploaded", value: `${at(uploadedAt)}${uploadedBy ? ` by ${uploadedBy}` : ""}` },
            { label: expiresAt > view.now ? "Deleted after" : "File deleted", value: at(expiresAt) },
            {
              label: "Commission",
              value: (
                <Link
                  to={paths.commission({
                    platformId: statement.platformId,
                    ...(period ? { month: toDay(period.to, -middle).slice(0, 7) } : {}),
                  })}
                >
                  Expected and paid
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
