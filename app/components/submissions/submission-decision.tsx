import { getFormProps, getInputProps, getSelectProps } from "@conform-to/react";
import { Input, Select } from "#app/components/forms/control.tsx";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { FieldError } from "#app/components/forms/field-error.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useForm } from "#app/components/forms/use-form.ts";
import { CheckIcon } from "#app/components/ui/icons.ts";
import text from "#app/components/ui/text.module.css";
import type { FormReply } from "#app/lib/form-reply.ts";
import type { EventWithoutAmount } from "#app/schemas/ad-platforms.ts";
import type { SubmissionResponse } from "#app/schemas/submissions.ts";
import { DecidedSubmission } from "./decided-submission.tsx";
import { decisionConsequence } from "./decision-consequence.ts";
import { DecisionFoot } from "./decision-foot.tsx";
import styles from "./submission-decision.module.css";
import type { View } from "./submission-state.ts";

type SubmissionDecisionProps = {
  submission: SubmissionResponse;
  view: View;
  currencies: readonly string[];
  connectedPlatforms: string[];
  eventsWithoutAmount: EventWithoutAmount[];
  may: { decide: boolean; resend: boolean };
  lastResult: FormReply | undefined;
};

type DecisionFields = { status: string; amount: string; currency: string };

/** The foot of the sheet: the decision and what it sends. */
export function SubmissionDecision(props: SubmissionDecisionProps) {
  const { submission, may } = props;
  if (submission.withdrawnAt) return <Withdrawn />;
  if (submission.status === "handled") return <DecidedSubmission {...props} />;
  return may.decide ? <Undecided {...props} /> : null;
}

function Undecided({
  submission,
  view,
  currencies,
  connectedPlatforms,
  eventsWithoutAmount,
  lastResult,
}: SubmissionDecisionProps) {
  const [form, fields] = useForm<DecisionFields>({
    id: "decision",
    intent: "decide",
    lastResult,
    defaultValue: {
      amount: submission.formData.amount ?? "",
      currency: submission.formData.currency ?? currencies[0] ?? "EUR",
    },
  });
  // An empty field keeps the visitor's amount.
  const hasAmount = Boolean(submission.formData.amount ?? fields.amount.value?.trim());
  const { key: amountKey, ...amount } = getInputProps(fields.amount, { type: "text" });
  const { key: currencyKey, ...currency } = getSelectProps(fields.currency);
  return (
    <DecisionFoot>
      <PostForm intent="decide" preventScrollReset {...getFormProps(form)}>
        <input type="hidden" name="submissionId" value={submission._id} />
        <ErrorSummary formId={form.id} lastResult={lastResult} />
        <div className={styles.verified}>
          <label htmlFor={fields.amount.id}>Verified amount</label>
          <Input key={amountKey} {...amount} className={text.number} inputMode="decimal" autoComplete="off" />
          <Select key={currencyKey} {...currency} aria-label="Currency">
            {currencies.map((code) => (
              <option key={code}>{code}</option>
            ))}
          </Select>
          <FieldError id={fields.amount.errorId} errors={fields.amount.errors} />
          <FieldError id={fields.currency.errorId} errors={fields.currency.errors} />
        </div>
        <p className={text.small}>
          {decisionConsequence(submission, view, connectedPlatforms, hasAmount ? [] : eventsWithoutAmount)}
        </p>
        <div className={styles.actions}>
          <SubmitButton
            kind="attest"
            className={styles.attest}
            name="status"
            value="handled"
            icon={CheckIcon}
            pending="Sending"
          >
            Mark verified
          </SubmitButton>
          {submission.status === "rejected" ? (
            <SubmitButton name="status" value="pending" pending="Taking back">
              Set to pending
            </SubmitButton>
          ) : (
            <SubmitButton name="status" value="rejected" pending="Rejecting">
              Reject
            </SubmitButton>
          )}
        </div>
      </PostForm>
    </DecisionFoot>
  );
}

function Withdrawn() {
  return (
    <DecisionFoot>
      <p className={text.small}>The visitor withdrew this. There's nothing left to decide.</p>
    </DecisionFoot>
  );
}
