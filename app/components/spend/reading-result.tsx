import { Alert } from "#app/components/ui/alert.tsx";
import { formatDateTime, shortDate } from "#app/lib/format-date.ts";
import { displayMoney } from "#app/lib/money.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import type { SpendImportResponse } from "#app/schemas/spend.ts";

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

function describeLeftOut({ reason, rows, sums, campaigns }: LeftOut): string {
  const names = campaigns.length > 0 ? ` Campaigns: ${campaigns.join(", ")}.` : "";
  return `Rows not counted: ${formatNumber(rows)} with ${displaySums(sums)}, because ${reasons[reason]}.${names}`;
}

function describeReplaced({ replaced, replacedSums, replacedFiles }: Result): string {
  const money = replacedSums.length > 0 ? ` with ${displaySums(replacedSums)}` : "";
  const files = replacedFiles.length > 0 ? ` Files: ${replacedFiles.join(", ")}.` : "";
  return `Earlier rows that were replaced: ${formatNumber(replaced)}${money}.${files}`;
}

function describeTotal({ line, name, amount, currency }: Result["totalLines"][number]): string {
  const money = amount === null ? "no amount" : currency === null ? amount : displayMoney(amount, currency);
  return `Line ${line}: ${name ?? "without a name"}, ${money}`;
}

type ReadingResultProps = { file: SpendImportResponse; view: { timeZone: string; now: string } };

/** What came of a file: what does not count and why, and what may be wrong. */
export function ReadingResult({ file, view }: ReadingResultProps) {
  const { status, result, isSpread, from, to, reading, addedAt, fileDeletedAt } = file;
  const added = formatDateTime({ at: addedAt, ...view });
  return (
    <>
      <p>
        This file was uploaded on {added}
        {file.addedBy ? ` by ${file.addedBy}` : ""}.
        {fileDeletedAt ? " It was deleted after 30 days; its rows stay." : ""}
      </p>
      {status === "columns" ? <p>No row of this file counts until you answer the question.</p> : null}
      {status === "failed" ? <p>No row of this file counts.</p> : null}
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
          <b>A new account: {result.newAccounts.join(", ")}.</b> Delete the file if it is not yours.
        </Alert>
      ) : null}
      {result && result.beside > 0 ? (
        <Alert tone="copper">
          <b>This file names no ad account, and a connected one reads the same days.</b> If it is that
          account’s file, delete it, or its spend counts twice. If it is of another account, say below which.
        </Alert>
      ) : null}
      {result && result.others.campaigns.length > 0 ? (
        <Alert tone="copper">
          <b>
            Campaigns of earlier files count on these days too: {result.others.campaigns.join(", ")}, with{" "}
            {displaySums(result.others.sums)}.
          </b>{" "}
          If this file has one of them under a new name, say below that it has all campaigns.
        </Alert>
      ) : null}
      {result?.leftOut.map((one) => (
        <p key={one.reason}>{describeLeftOut(one)}</p>
      ))}
      {result && result.replaced > 0 ? <p>{describeReplaced(result)}</p> : null}
      {result && result.totals > 0 ? (
        <>
          <p>Lines with totals were left out: {formatNumber(result.totals)}.</p>
          <ul>
            {result.totalLines.map((one) => (
              <li key={one.line}>
                <bdi>{describeTotal(one)}</bdi>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {result?.hasLostIds ? (
        <Alert tone="copper">
          <b>Some ids lost digits in a spreadsheet: campaigns are matched by name.</b> Export as CSV to keep
          them.
        </Alert>
      ) : null}
      {result && result.unreadable.length > 0 ? (
        <>
          <Alert tone="copper">
            <b>The spend of these lines is missing.</b>
          </Alert>
          <ul>
            {result.unreadable.map(({ line, problem }) => (
              <li key={line}>
                Line {line}: {problem}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}
