import { Link } from "@remix-run/react";
import { Alert } from "#app/components/ui/alert.tsx";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { paths } from "#app/paths.ts";
import type { SpendImportResponse } from "#app/schemas/spend.ts";

/** Says on top of the page that files wait for an answer: their list is far below. */
export function AskingFiles({ imports }: { imports: SpendImportResponse[] }) {
  const [first, ...others] = imports.filter(({ status }) => status === "columns");
  if (!first) return null;
  const count = others.length + 1;
  return (
    <Alert
      tone="copper"
      action={<Link to={paths.spendFile(first)}>{count === 1 ? "Answer it" : "Answer the first"}</Link>}
    >
      <b>{count === 1 ? "A file has a question for you." : `${formatNumber(count)} files have questions.`}</b>{" "}
      No row of {count === 1 ? "it" : "them"} counts until you answer.
    </Alert>
  );
}
