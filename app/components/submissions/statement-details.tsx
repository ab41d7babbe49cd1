import { Link } from "@remix-run/react";
import clsx from "clsx";
import type { KeyValue } from "#app/components/ui/key-values.tsx";
import text from "#app/components/ui/text.module.css";
import { formatDateTime } from "#app/lib/format-date.ts";
import { displayMoneyIn } from "#app/lib/money.ts";
import { paths } from "#app/paths.ts";
import type { SubmissionResponse } from "#app/schemas/submissions.ts";
import type { View } from "./submission-state.ts";

/** The statement that decided a claim, and rows that take it back. */
export function toStatementDetails(submission: SubmissionResponse, view: View): (KeyValue | null)[] {
  const { evidence, reversals } = submission;
  return [
    evidence && {
      label: "Statement",
      value: (
        <>
          <FileLink id={evidence.statementId} name={describeEvidence(evidence)} />
          {evidence.reasons.map((reason) => (
            <span key={reason} className={clsx(text.small, text.block)}>
              {displayMoneyIn(reason)}
            </span>
          ))}
        </>
      ),
    },
    reversals.length > 0
      ? {
          label: "Taken back",
          value: (
            <>
              {reversals.map(({ statementId, fileName, line, at }) => (
                <span key={`${statementId} ${line}`} className={text.block}>
                  <FileLink id={statementId} name={`${fileName}, line ${line}`} />
                  {at ? `, ${formatDateTime({ at, ...view })}` : null}
                </span>
              ))}
              <span className={clsx(text.small, text.block)}>{describeSent(submission)}</span>
            </>
          ),
        }
      : null,
  ];
}

/** "april.csv, line 12" */
export const describeEvidence = ({ fileName, lines }: NonNullable<SubmissionResponse["evidence"]>): string =>
  [fileName, lines.length > 0 ? `${lines.length > 1 ? "lines" : "line"} ${lines.join(", ")}` : null]
    .filter(Boolean)
    .join(", ");

function FileLink({ id, name }: { id: string | null; name: string }) {
  const shown = <bdi>{name}</bdi>;
  return id === null ? shown : <Link to={paths.statement({ id })}>{shown}</Link>;
}

/** What ad platforms have of a claim whose amount the broker took back. */
function describeSent({ status, deliveries }: SubmissionResponse): string {
  if (status !== "handled") return "Nothing was sent.";
  const names = deliveries.flatMap(({ state, platformName }) =>
    state === "sent" || state === "confirming" ? [platformName] : [],
  );
  if (names.length === 0) return "No ad platform has the event.";
  const list = new Intl.ListFormat("en-GB").format(names);
  return `${list} ${names.length === 1 ? "has" : "have"} the event and ${names.length === 1 ? "is" : "are"} not told. A correction takes the amount out of your figures.`;
}
