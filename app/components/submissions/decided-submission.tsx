import { useId } from "react";
import { Input, Select } from "#app/components/forms/control.tsx";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { TabIdField } from "#app/components/live/tab-id-field.tsx";
import { UnavailableButton } from "#app/components/ui/button.tsx";
import text from "#app/components/ui/text.module.css";
import { writeInRegion } from "#app/lib/amount-in-region.ts";
import type { FormReply } from "#app/lib/form-reply.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { SubmissionResponse } from "#app/schemas/submissions.ts";
import { CurrencyOptions } from "./currency-options.tsx";
import { DecisionFoot } from "./decision-foot.tsx";
import { Key } from "./review-keys.tsx";
import styles from "./submission-decision.module.css";
import type { View } from "./submission-state.ts";

/** After this long an ad platform no longer recognizes a repeated event. */
const REPEATS_KNOWN_MS = 48 * 60 * 60 * 1000;

type DecidedSubmissionProps = {
  submission: SubmissionResponse;
  view: View;
  currencies: readonly string[];
  may: { decide: boolean; resend: boolean };
  lastResult: FormReply | undefined;
};

/** Buttons below a verified claim: undo, or send again. */
export function DecidedSubmission({ submission, view, currencies, may, lastResult }: DecidedSubmissionProps) {
  const hasBegun = submission.deliveries.some(
    ({ attempts, state }) => attempts.length > 0 || state === "sending",
  );
  if (hasBegun)
    return may.resend ? (
      <Resend submission={submission} view={view} currencies={currencies} lastResult={lastResult} />
    ) : null;
  if (!may.decide) return null;
  const isOver = submission.deliveries.some(({ state }) => state === "expired" || state === "skipped");
  return (
    <DecisionFoot>
      <PostForm intent="decide" preventScrollReset>
        <input type="hidden" name="submissionId" value={submission._id} />
        <input type="hidden" name="nextId" value={submission._id} />
        <input type="hidden" name="from" value={submission.status} />
        <TabIdField />
        <p className={text.small}>
          {`Not sent${isOver ? "" : " yet"}. You can undo this and check it again.`}
        </p>
        <div className={styles.actions}>
          <SubmitButton name="status" value="pending" pending="Undoing" shortcut="u">
            Undo decision
            <Key>u</Key>
          </SubmitButton>
        </div>
      </PostForm>
    </DecisionFoot>
  );
}

function Resend({ submission, view, currencies, lastResult }: Omit<DecidedSubmissionProps, "may">) {
  const id = useId();
  const { amount, currency } = submission.formData;
  const canCorrect = submission.deliveries.every(({ state }) =>
    ["failed", "expired", "skipped"].includes(state),
  );
  const failed = submission.deliveries.find(
    ({ state, sendBefore }) =>
      state === "failed" && sendBefore > view.now && submission.sharingEndedAt === null,
  );
  if (!failed) {
    return (
      <DecisionFoot>
        <div className={styles.actions}>
          <UnavailableButton reasonId="decided-reason">Send again</UnavailableButton>
        </div>
        <p className={text.small} id="decided-reason">
          {whyNotAgain(submission)}
        </p>
      </DecisionFoot>
    );
  }
  const lost = failed.attempts.find(({ outcome }) => outcome === "ambiguous");
  const mayCountTwice = lost && Date.parse(view.now) - Date.parse(lost.at) > REPEATS_KNOWN_MS;
  return (
    <DecisionFoot>
      <PostForm intent="resend" preventScrollReset>
        <input type="hidden" name="deliveryId" value={failed.id} />
        <ErrorSummary formId="resend" lastResult={lastResult} />
        {canCorrect ? (
          <div className={styles.verified}>
            <input type="hidden" name="submissionId" value={submission._id} />
            <label htmlFor={`${id}-amount`}>Verified amount</label>
            <Input
              id={`${id}-amount`}
              className={text.number}
              name="amount"
              defaultValue={writeInRegion(amount, currency ?? currencies[0] ?? "EUR")}
              inputMode="decimal"
              autoComplete="off"
            />
            <Select name="currency" aria-label="Currency" defaultValue={currency ?? currencies[0]}>
              <CurrencyOptions own={currency} currencies={currencies} />
            </Select>
          </div>
        ) : null}
        <p className={text.small}>
          {mayCountTwice
            ? `We'll send it to ${failed.platformName} again with the same ID. A response was lost more than 48 hours ago: it may count twice.`
            : `We'll send it to ${failed.platformName} again with the same ID.`}
        </p>
        <div className={styles.actions}>
          <SubmitButton pending="Sending">Send again</SubmitButton>
        </div>
      </PostForm>
    </DecisionFoot>
  );
}

function whyNotAgain({ deliveries, sharingEndedAt }: SubmissionResponse): string {
  if (sharingEndedAt) return messages.deliveries.sharingEnded;
  if (deliveries.some(({ state }) => state === "failed" || state === "expired"))
    return "It's too late to send it again.";
  return "Nothing to send again.";
}
