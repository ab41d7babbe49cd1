import { useId, useRef } from "react";
import { Choice } from "#app/components/forms/choice.tsx";
import { TextArea } from "#app/components/forms/control.tsx";
import { FieldBox } from "#app/components/forms/field-box.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { useClosingDetails } from "#app/components/ui/use-closing-details.ts";
import { DECISION_REASONS, decisionReasonTexts } from "#app/lib/domain.ts";
import styles from "./reject-form.module.css";
import { Key } from "./review-keys.tsx";

/** The reason and the note of a rejection, for one claim or many. */
export function RejectFields() {
  const id = useId();
  return (
    <>
      <fieldset className={styles.reasons}>
        <legend>Reason</legend>
        {DECISION_REASONS.map((reason) => (
          <Choice
            key={reason}
            label={decisionReasonTexts[reason]}
            type="radio"
            name="reason"
            value={reason}
            defaultChecked={reason === "not_found"}
          />
        ))}
      </fieldset>
      <FieldBox label="Details" htmlFor={`${id}-text`}>
        <TextArea id={`${id}-text`} name="reasonText" rows={2} maxLength={500} />
      </FieldBox>
      <FieldBox label="Internal note" htmlFor={`${id}-note`}>
        <TextArea id={`${id}-note`} name="note" rows={2} maxLength={2000} />
      </FieldBox>
      <Choice label="Show the reason to the visitor" type="checkbox" name="showReason" />
    </>
  );
}

type RejectFormProps = { hidden: React.ReactNode };

/** Opens above the foot of the sheet. */
export function RejectForm({ hidden }: RejectFormProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useClosingDetails(details);
  return (
    <details ref={details} className={styles.details} data-floating>
      <summary className={buttonClass({})} aria-keyshortcuts="r">
        Reject…
        <Key>r</Key>
      </summary>
      <PostForm intent="decide" preventScrollReset className={styles.form}>
        {hidden}
        <RejectFields />
        <SubmitButton kind="danger" name="status" value="rejected" pending="Rejecting">
          Reject
        </SubmitButton>
      </PostForm>
    </details>
  );
}
