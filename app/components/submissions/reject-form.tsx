import { useRef } from "react";
import { Choice } from "#app/components/forms/choice.tsx";
import { TextArea } from "#app/components/forms/control.tsx";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { FieldBox } from "#app/components/forms/field-box.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { useClosingDetails } from "#app/components/ui/use-closing-details.ts";
import { DECISION_REASONS, type DecisionReason, decisionReasonTexts } from "#app/lib/domain.ts";
import type { FormReply } from "#app/lib/form-reply.ts";
import styles from "./reject-form.module.css";
import { Key } from "./review-keys.tsx";

export type RejectValues = {
  reason?: string | undefined;
  reasonText?: string | undefined;
  note?: string | undefined;
  showReason?: boolean | undefined;
};

type ReasonChoicesProps = { reasons: readonly DecisionReason[]; chosen: string };

/** Why something is rejected. */
export function ReasonChoices({ reasons, chosen }: ReasonChoicesProps) {
  return (
    <fieldset className={styles.reasons}>
      <legend>Reason</legend>
      {reasons.map((reason) => (
        <Choice
          key={reason}
          label={decisionReasonTexts[reason]}
          type="radio"
          name="reason"
          value={reason}
          defaultChecked={reason === chosen}
        />
      ))}
    </fieldset>
  );
}

type RejectFieldsProps = {
  formId: string;
  /** What a refused form had. */
  values?: RejectValues | undefined;
  /** What is wrong with the text of the reason. */
  error?: string | undefined;
};

/** The reason and the note of a rejection, for one claim or many. */
export function RejectFields({ formId, values = {}, error }: RejectFieldsProps) {
  const textId = `${formId}-reasonText`;
  const noteId = `${formId}-note`;
  const errorId = `${textId}-error`;
  return (
    <>
      <ReasonChoices reasons={DECISION_REASONS} chosen={values.reason ?? "not_found"} />
      <FieldBox label="Details" htmlFor={textId} field={{ errorId, errors: error ? [error] : undefined }}>
        <TextArea
          id={textId}
          name="reasonText"
          rows={2}
          maxLength={500}
          defaultValue={values.reasonText}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
        />
      </FieldBox>
      <FieldBox label="Internal note" htmlFor={noteId}>
        <TextArea id={noteId} name="note" rows={2} maxLength={2000} defaultValue={values.note} />
      </FieldBox>
      <Choice
        label="Show the reason to the visitor"
        type="checkbox"
        name="showReason"
        defaultChecked={values.showReason}
      />
    </>
  );
}

type RejectFormProps = { hidden: React.ReactNode; lastResult: FormReply | undefined };

const FORM = "rejection";

/** Opens above the foot of the sheet, and is open where it was refused. */
export function RejectForm({ hidden, lastResult }: RejectFormProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useClosingDetails(details);
  return (
    <details ref={details} open={lastResult?.status === "error"} className={styles.details} data-floating>
      <summary className={buttonClass({})} aria-keyshortcuts="r">
        Reject…
        <Key>r</Key>
      </summary>
      <PostForm id={FORM} intent="decide" preventScrollReset className={styles.form}>
        {hidden}
        <ErrorSummary formId={FORM} lastResult={lastResult} />
        <RejectFields
          formId={FORM}
          values={toValues(lastResult)}
          error={lastResult?.error?.reasonText?.join(". ")}
        />
        <SubmitButton kind="danger" name="status" value="rejected" pending="Rejecting">
          Reject
        </SubmitButton>
      </PostForm>
    </details>
  );
}

function toValues(lastResult: FormReply | undefined): RejectValues {
  const { reason, reasonText, note, showReason } = lastResult?.initialValue ?? {};
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  return {
    reason: text(reason),
    reasonText: text(reasonText),
    note: text(note),
    showReason: showReason === "on",
  };
}
