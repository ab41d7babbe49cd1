import { Link } from "@remix-run/react";
import { Alert } from "#app/components/ui/alert.tsx";
import { paths } from "#app/paths.ts";
import type { StatementResponse } from "#app/schemas/statements.ts";
import { UseColumn } from "./use-column.tsx";

type AdviceAlertProps = { statement: StatementResponse; advice: string; canChange: boolean };

/** What is wrong with the file as a whole: what the form should ask for, or which column has the numbers. */
export function AdviceAlert({ statement, advice, canChange }: AdviceAlertProps) {
  const { columns, adviceColumn, coverage, platformId, platformName } = statement;
  // What to ask visitors for matters only where their numbers are not found.
  const isNotFound = coverage !== null && coverage.claims > 0 && coverage.found < coverage.claims / 2;
  const asked = columns.find(({ meaning }) => meaning === "account")?.heading;
  const better = adviceColumn && columns.some(({ index }) => index === adviceColumn.index);
  return (
    <Alert
      tone="copper"
      action={
        better && canChange && statement.status === "ready" ? (
          <UseColumn statement={statement} {...adviceColumn} />
        ) : null
      }
    >
      {advice}{" "}
      {better || !isNotFound ? null : (
        <>
          {asked ? `This file calls it “${asked}”. ` : ""}
          <Link to={paths.platformOnForm({ platformId })}>
            Change what visitors of {platformName} are asked for
          </Link>
        </>
      )}
    </Alert>
  );
}
