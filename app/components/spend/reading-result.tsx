import { Link } from "@remix-run/react";
import { Fragment } from "react";
import { Alert } from "#app/components/ui/alert.tsx";
import { KeyValues } from "#app/components/ui/key-values.tsx";
import { formatDateTime, shortDate } from "#app/lib/format-date.ts";
import { displayMoney } from "#app/lib/money.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { paths } from "#app/paths.ts";
import type { SpendImportResponse } from "#app/schemas/spend.ts";
import { describeImport } from "./import-state.ts";
import styles from "./reading-result.module.css";

type Result = NonNullable<SpendImportResponse["result"]>;
type LeftOut = Result["leftOut"][number];

const reasons: Record<LeftOut["reason"], string> = {
  connected: "a connected ad account reads these days itself",
  later: "a file that was uploaded later says the same",
  parts: "they are totals whose parts are in the file too",
  campaigns: "they are totals of an account whose campaigns are known",
  days: "they are for a period whose days are known",
};

const displaySums = (sums: Result["replacedSums"]) =>
  sums.map(({ amount, currency }) => displayMoney(amount, currency)).join(" and ");

/** Names of the owner's, each in its own direction of writing. */
const Names = ({ names }: { names: string[] }) =>
  names.map((name, index) => (
    <Fragment key={name}>
      {index > 0 ? ", " : ""}
      <bdi>{name}</bdi>
    </Fragment>
  ));

const LeftOutRows = ({ reason, rows, sums, campaigns }: LeftOut) => (
  <p className={styles.sentence}>
    {`Rows not counted: ${formatNumber(rows)} with ${displaySums(sums)}, because ${reasons[reason]}.`}
    {campaigns.length > 0 ? (
      <>
        {" Campaigns: "}
        <Names names={campaigns} />.
      </>
    ) : null}
  </p>
);

const ReplacedRows = ({
  replaced,
  replacedSums,
  replacedFiles,
  hasAccount,
}: Result & { hasAccount: boolean }) => (
  <p className={styles.sentence}>
    {`Earlier rows that were replaced: ${formatNumber(replaced)}`}
    {replacedSums.length > 0 ? ` with ${displaySums(replacedSums)}.` : "."}
    {replacedFiles.length > 0 ? (
      <>
        {" Files: "}
        <Names names={replacedFiles} />.
      </>
    ) : null}
    {hasAccount ? null : " If they are of another ad account, say below of which this file is."}
  </p>
);

function describeTotal({ line, name, amount, currency }: Result["totalLines"][number]): string {
  const money = amount === null ? "no amount" : currency === null ? amount : displayMoney(amount, currency);
  return `Line ${line}: ${name ?? "without a name"}, ${money}`;
}

/** Whether its rows name an ad account, or its owner did. */
const hasAccount = ({ columns, reading }: SpendImportResponse): boolean =>
  Boolean(reading?.accountId) || columns.some(({ meaning }) => meaning === "accountId");

type ReadingResultProps = { file: SpendImportResponse; view: { timeZone: string; now: string } };

/** What came of a file: what does not count and why, and what may be wrong. */
export function ReadingResult({ file, view }: ReadingResultProps) {
  const { status, result, isSpread, from, to, reading, addedAt, addedBy, fileDeletedAt, questions, counted } =
    file;
  // Without its file nothing can be said of it any more.
  const answer = fileDeletedAt ? "upload it again and say" : "say below";
  const isAsking = questions.length > 0;
  return (
    <>
      {status === "failed" ? (
        <Alert
          tone="alarm"
          role="alert"
          action={<Link to={paths.spend({ add: "file" })}>Upload another file</Link>}
        >
          <b>This file could not be read.</b> {file.error} No row of it counts.
        </Alert>
      ) : null}
      {isAsking ? (
        <Alert tone="copper">
          <b>No row of this file counts yet.</b>{" "}
          {questions.length === 1 ? "Answer the question below." : "Answer the questions below."}
        </Alert>
      ) : null}
      <KeyValues
        facts={[
          ...(status === "ready" ? [{ label: "Read", value: describeImport(file) }] : []),
          ...(status === "ready"
            ? [{ label: "In your totals", value: displaySums(counted) || "nothing" }]
            : []),
          {
            label: "Uploaded",
            value: `${formatDateTime({ at: addedAt, ...view })}${addedBy ? ` by ${addedBy}` : ""}`,
          },
          ...(fileDeletedAt ? [{ label: "File", value: "deleted after 30 days; its rows stay" }] : []),
        ]}
      />
      {isSpread && from && to ? (
        <Alert tone="copper">
          <b>This file does not say each day.</b> Its amounts are spread evenly over{" "}
          {reading?.period
            ? `${shortDate(reading.period.from)} to ${shortDate(reading.period.to)}`
            : "the days that each row says"}
          .
        </Alert>
      ) : null}
      {result && result.newAccounts.length > 0 ? (
        <Alert tone="copper">
          <b>
            A new account: <Names names={result.newAccounts} />.
          </b>{" "}
          Delete the file if it is not yours.
        </Alert>
      ) : null}
      {result && result.beside > 0 ? (
        <Alert tone="copper">
          <b>This file names no ad account, and a connected one reads the same days.</b> If it is that
          account’s file, delete it, or its spend counts twice. If it is of another account, {answer} which.
        </Alert>
      ) : null}
      {result && result.others.campaigns.length > 0 ? (
        <Alert tone="copper">
          <b>
            Campaigns of earlier files count on these days too: <Names names={result.others.campaigns} />,
            with {displaySums(result.others.sums)}.
          </b>{" "}
          If this file has one of them under a new name, {answer} that it has all campaigns.
        </Alert>
      ) : null}
      {result?.leftOut.map((one) => (
        <LeftOutRows key={one.reason} {...one} />
      ))}
      {result && result.replaced > 0 ? <ReplacedRows {...result} hasAccount={hasAccount(file)} /> : null}
      {result && result.totals > 0 ? (
        <div className={styles.sentence}>
          <p>Lines with totals were left out: {formatNumber(result.totals)}.</p>
          <ul>
            {result.totalLines.map((one) => (
              <li key={one.line}>
                <bdi>{describeTotal(one)}</bdi>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {result?.hasLostIds ? (
        <Alert tone="copper">
          <b>Some ids lost digits in a spreadsheet: campaigns are matched by name.</b> Export as CSV to keep
          them.
        </Alert>
      ) : null}
      {result && result.unreadable.length > 0 ? (
        <div className={styles.problem}>
          <Alert tone="copper">
            <b>
              The spend of these lines is missing
              {result.unreadableSums.length > 0 ? `: ${displaySums(result.unreadableSums)}` : ""}.
            </b>{" "}
            Correct them in the file, then upload it again.
          </Alert>
          <ul>
            {result.unreadable.map(({ line, problem, amount, currency }) => (
              <li key={line}>
                Line {line}: {problem}
                {amount !== null && currency !== null ? ` ${displayMoney(amount, currency)}` : null}
              </li>
            ))}
            {result.unreadableCount > result.unreadable.length ? (
              <li>and {formatNumber(result.unreadableCount - result.unreadable.length)} more lines</li>
            ) : null}
          </ul>
        </div>
      ) : null}
    </>
  );
}
