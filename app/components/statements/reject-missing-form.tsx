import { Choice } from "#app/components/forms/choice.tsx";
import { FieldErrorText } from "#app/components/forms/field-error.tsx";
import { InputForm } from "#app/components/forms/input-form.tsx";
import text from "#app/components/ui/text.module.css";
import type { StatementForm, StatementResponse } from "#app/schemas/statements.ts";
import { claims, describePeriod } from "./statement-state.ts";

type RejectMissingFormProps = { statement: StatementResponse; count: number };

/** Rejects the claims that the file should have, once a member has said that it lists all clients. */
export function RejectMissingForm({ statement, count }: RejectMissingFormProps) {
  const { platformName, period, timeZone, version } = statement;
  if (period === null) return null;
  return (
    <InputForm<typeof StatementForm>
      intent="rejectMissing"
      submit={`Reject ${claims(count)}`}
      pending="Rejecting"
      kind="danger"
    >
      {(fields) => (
        <>
          <p>{`This file should have ${claims(count)} of these: their time lies well inside its period.`}</p>
          <input type="hidden" name="version" value={version} />
          <div>
            <Choice
              label={
                <>
                  This file lists all my clients of <bdi>{platformName}</bdi> from{" "}
                  {describePeriod(period, timeZone)}
                </>
              }
              type="checkbox"
              id={fields.complete.id}
              name={fields.complete.name}
              aria-invalid={fields.complete.errors ? true : undefined}
              aria-describedby={fields.complete.errors ? fields.complete.errorId : undefined}
            />
            <FieldErrorText id={fields.complete.errorId} errors={fields.complete.errors} />
          </div>
          <p className={text.small}>
            The reason is “Not in the broker’s statement”. The statement keeps who said this, and when.
          </p>
        </>
      )}
    </InputForm>
  );
}
