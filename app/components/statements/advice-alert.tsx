import { Link } from "@remix-run/react";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { paths } from "#app/paths.ts";
import type { StatementResponse } from "#app/schemas/statements.ts";

type AdviceAlertProps = { statement: StatementResponse; advice: string; canChange: boolean };

/** What is wrong with the file as a whole: what the form should ask for, or which column has the numbers. */
export function AdviceAlert({ statement, advice, canChange }: AdviceAlertProps) {
  const { columns, adviceColumn, platformId, platformName } = statement;
  const asked = columns.find(({ meaning }) => meaning === "account")?.heading;
  const better = adviceColumn && columns.find(({ index }) => index === adviceColumn.index);
  return (
    <Alert
      tone="copper"
      action={
        better && canChange && statement.status === "ready" ? (
          <PostForm intent="read">
            {columns.map(({ index, meaning }) => (
              <input
                key={index}
                type="hidden"
                name={`meanings[${index}]`}
                value={index === better.index ? "account" : meaning === "account" ? "ignore" : meaning}
              />
            ))}
            <SubmitButton isSmall pending="Matching">
              {`Use “${better.heading || `column ${better.index + 1}`}” as the account`}
            </SubmitButton>
          </PostForm>
        ) : null
      }
    >
      {advice}{" "}
      {better ? null : (
        <>
          {asked ? `This file calls it “${asked}”. ` : ""}
          <Link to={paths.platform({ platformId })}>
            Change what visitors of {platformName} are asked for
          </Link>
        </>
      )}
    </Alert>
  );
}
