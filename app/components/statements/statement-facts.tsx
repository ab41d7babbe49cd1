import { Link } from "@remix-run/react";
import { Fragment } from "react";
import { ConfirmedPost } from "#app/components/forms/confirmed-post.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { type KeyValue, KeyValues } from "#app/components/ui/key-values.tsx";
import text from "#app/components/ui/text.module.css";
import { formatDateTime } from "#app/lib/format-date.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { paths } from "#app/paths.ts";
import type { StatementResponse } from "#app/schemas/statements.ts";
import { AdviceAlert } from "./advice-alert.tsx";
import styles from "./statement-facts.module.css";
import { daysOf, describePeriod, describeStatus, isWorking, kindNames } from "./statement-state.ts";

type StatementFactsProps = {
  statement: StatementResponse;
  canDelete: boolean;
  view: { timeZone: string; now: string };
};

/** What the file is, and how far it is: in one line, with the rest to open. */
export function StatementFacts({ statement, canDelete, view }: StatementFactsProps) {
  const { platformName, kind, period, timeZone, rows, advice } = statement;
  return (
    <>
      <div className={styles.facts}>
        <p>
          <bdi>{platformName}</bdi>
          {[
            ...(kind ? [kindNames[kind]] : []),
            ...(period ? [describePeriod(period, timeZone)] : []),
            rows === 1 ? "1 row" : `${formatNumber(rows)} rows`,
            ...describeCoverage(statement),
          ].map((fact) => (
            <Fragment key={fact}>
              {" · "}
              <span className={text.unbroken}>{fact}</span>
            </Fragment>
          ))}
        </p>
        <details>
          <summary className={text.opener}>Details</summary>
          <div className={styles.details}>
            <KeyValues hasLongLabels facts={listDetails(statement, view)} />
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
          </div>
        </details>
      </div>
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
    </>
  );
}

const describeCoverage = ({ coverage, columns }: StatementResponse): string[] =>
  coverage && coverage.claims > 0 && columns.some(({ meaning }) => meaning === "account")
    ? [`${formatNumber(coverage.found)} of ${formatNumber(coverage.claims)} account numbers found`]
    : [];

function listDetails(statement: StatementResponse, view: StatementFactsProps["view"]): KeyValue[] {
  const { kind, period, timeZone, uploadedBy, uploadedAt, complete, expiresAt, reading } = statement;
  const at = (time: string) => formatDateTime({ at: time, ...view });
  const by = (name: string | null) => (name ? ` by ${name}` : "");
  return [
    ...(reading?.account ? [{ label: "Account in the file", value: reading.account }] : []),
    ...(kind ? [{ label: "Time zone of the file", value: timeZone ?? "Not stated" }] : []),
    ...(reading && reading.otherBrandRows > 0
      ? [{ label: "Brand", value: `${reading.brand}: ${leftOut(reading.otherBrandRows)}` }]
      : []),
    { label: "Uploaded", value: `${at(uploadedAt)}${by(uploadedBy)}` },
    ...(complete ? [{ label: "Lists all clients", value: `Said ${at(complete.at)}${by(complete.by)}` }] : []),
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
  ];
}

const leftOut = (rows: number): string =>
  rows === 1
    ? "1 row of another brand is left out"
    : `${formatNumber(rows)} rows of other brands are left out`;
