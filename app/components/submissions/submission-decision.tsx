import { getFormProps, getInputProps, getSelectProps } from "@conform-to/react";
import { Input, Select } from "#app/components/forms/control.tsx";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { FieldError } from "#app/components/forms/field-error.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useForm } from "#app/components/forms/use-form.ts";
import type { FormResult } from "#app/components/forms/use-form-reply.ts";
import { UnavailableButton } from "#app/components/ui/button.tsx";
import { CheckIcon } from "#app/components/ui/icons.ts";
import text from "#app/components/ui/text.module.css";
import type { SubmissionResponse } from "#app/schemas/submissions.ts";
import styles from "./submission-decision.module.css";
import type { View } from "./submission-state.ts";

type SubmissionDecisionProps = {
  submission: SubmissionResponse;
  view: View;
  currencies: readonly string[];
  connectedPlatforms: string[];
  /** What the member's role allows. */
  may: { decide: boolean; resend: boolean };
  lastResult: FormResult | undefined;
};

type DecisionFields = { status: string; amount: string; currency: string };

/** The foot of the sheet: what a decision does, and the decision. */
export function SubmissionDecision(props: SubmissionDecisionProps) {
  const { submission, may } = props;
  if (submission.withdrawnAt) return <Withdrawn />;
  if (submission.status === "handled") return <Decided {...props} />;
  return may.decide ? <Undecided {...props} /> : null;
}

function Undecided({
  submission,
  view,
  currencies,
  connectedPlatforms,
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
  const { key: amountKey, ...amount } = getInputProps(fields.amount, { type: "text" });
  const { key: currencyKey, ...currency } = getSelectProps(fields.currency);
  return (
    <div className={styles.decision}>
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
        <p className={text.small}>{consequence(submission, view, connectedPlatforms)}</p>
        <div className={styles.actions}>
          <SubmitButton
            kind="attest"
            className={styles.attest}
            name="status"
            value="handled"
            icon={CheckIcon}
            pending="Sending"
          >
            Mark handled
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
    </div>
  );
}

function consequence({ sendBefore }: SubmissionResponse, { now }: View, platforms: string[]): string {
  if (platforms.length === 0) return "No ad platform is connected, so nothing is sent.";
  const names = new Intl.ListFormat("en-US").format(platforms);
  if (sendBefore !== null && sendBefore <= now) return `It is too late for ${names}: nothing is sent.`;
  return `Goes to ${names} at once.`;
}

/** After this long an ad platform no longer drops a second copy of what it may have had. */
const REPEATS_KNOWN_MS = 48 * 60 * 60 * 1000;

function Withdrawn() {
  return (
    <div className={styles.decision}>
      <p className={text.small}>The visitor has withdrawn this confirmation. It can no longer be decided.</p>
    </div>
  );
}

type DecidedProps = Pick<SubmissionDecisionProps, "submission" | "view" | "may" | "lastResult">;

function Decided({ submission, view, may, lastResult }: DecidedProps) {
  const hasBegun = submission.deliveries.some(
    ({ attempts, state }) => attempts.length > 0 || state === "sending",
  );
  if (hasBegun)
    return may.resend ? <Resend submission={submission} view={view} lastResult={lastResult} /> : null;
  if (!may.decide) return null;
  return (
    <div className={styles.decision}>
      <PostForm intent="decide" preventScrollReset>
        <input type="hidden" name="submissionId" value={submission._id} />
        <p className={text.small}>Nothing has been sent yet. Taken back, it waits for your check again.</p>
        <div className={styles.actions}>
          <SubmitButton name="status" value="pending" pending="Taking back">
            Take back
          </SubmitButton>
        </div>
      </PostForm>
    </div>
  );
}

function Resend({ submission, view, lastResult }: Omit<DecidedProps, "may">) {
  const failed = submission.deliveries.find(
    ({ state, sendBefore }) => state === "failed" && sendBefore > view.now,
  );
  if (!failed) {
    return (
      <div className={styles.decision}>
        <div className={styles.actions}>
          <UnavailableButton reasonId="decided-reason">Send again</UnavailableButton>
        </div>
        <p className={text.small} id="decided-reason">
          {whyNotAgain(submission)}
        </p>
      </div>
    );
  }
  const lost = failed.attempts.find(({ outcome }) => outcome === "ambiguous");
  const mayCountTwice = lost && Date.parse(view.now) - Date.parse(lost.at) > REPEATS_KNOWN_MS;
  return (
    <div className={styles.decision}>
      <PostForm intent="resend" preventScrollReset>
        <input type="hidden" name="deliveryId" value={failed.id} />
        <ErrorSummary formId="resend" lastResult={lastResult} />
        <p className={text.small}>
          {mayCountTwice
            ? `It goes to ${failed.platformName} under the same event id. An answer was lost more than 48 hours ago: it may count twice.`
            : `It goes to ${failed.platformName} once more, under the same event id.`}
        </p>
        <div className={styles.actions}>
          <SubmitButton pending="Sending">Send again</SubmitButton>
        </div>
      </PostForm>
    </div>
  );
}

function whyNotAgain({ deliveries }: SubmissionResponse): string {
  if (deliveries.some(({ state }) => state === "failed" || state === "expired"))
    return "Sending again is off: the window has closed.";
  return "Sending again is off: every platform has it or will get it.";
}
