import { getFormProps, getInputProps, getSelectProps } from "@conform-to/react";
import { Input, Select } from "#app/components/forms/control.tsx";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { FieldErrorText } from "#app/components/forms/field-error.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useForm } from "#app/components/forms/use-form.ts";
import { TabIdField } from "#app/components/live/tab-id-field.tsx";
import { CheckIcon } from "#app/components/ui/icons.ts";
import text from "#app/components/ui/text.module.css";
import { writeInRegion } from "#app/lib/amount-in-region.ts";
import type { Tier } from "#app/lib/commission.ts";
import type { FormReply } from "#app/lib/form-reply.ts";
import { toAmount } from "#app/lib/money.ts";
import type { ExpectedDelivery } from "#app/schemas/ad-platforms.ts";
import type { SubmissionResponse } from "#app/schemas/submissions.ts";
import { CurrencyOptions } from "./currency-options.tsx";
import { DecidedSubmission } from "./decided-submission.tsx";
import { decisionConsequence } from "./decision-consequence.ts";
import { DecisionFoot } from "./decision-foot.tsx";
import { ExpectedCommission } from "./expected-commission.tsx";
import { RejectForm } from "./reject-form.tsx";
import { Key } from "./review-keys.tsx";
import styles from "./submission-decision.module.css";
import type { View } from "./submission-state.ts";

type SubmissionDecisionProps = {
  isSample: boolean;
  submission: SubmissionResponse;
  view: View;
  currencies: readonly string[];
  destinations: ExpectedDelivery[];
  commissionBasis: { tiers: Tier[]; monthTotal: string } | null;
  /** The claim that opens after the decision, and where this one stands on the page. */
  next: { id: string; page: number } | null;
  at: number | null;
  may: { decide: boolean; resend: boolean };
  lastResult: FormReply | undefined;
};

type DecisionFields = { status: string; amount: string; currency: string };

/** The foot of the sheet: the decision and what it sends. */
export function SubmissionDecision(props: SubmissionDecisionProps) {
  const { submission, may } = props;
  if (submission.withdrawnAt) return <Withdrawn />;
  if (submission.erasedAt) return null;
  if (submission.status === "handled") return <DecidedSubmission {...props} />;
  return may.decide ? <Undecided {...props} /> : null;
}

function Undecided({
  isSample,
  submission,
  currencies,
  destinations,
  commissionBasis,
  next,
  at,
  lastResult,
}: SubmissionDecisionProps) {
  const isRejection = lastResult?.initialValue?.status === "rejected";
  const usual = submission.formData.currency ?? currencies[0] ?? "EUR";
  const verifyResult = isRejection ? undefined : lastResult;
  const [form, fields] = useForm<DecisionFields>({
    id: "decision",
    intent: "decide",
    lastResult: verifyResult,
    defaultValue: { amount: writeInRegion(submission.formData.amount, usual), currency: usual },
  });
  const hasAmount = submission.formData.amount !== null;
  const typed = fields.amount.value?.trim() ?? "";
  const isReadable = typed === "" ? !hasAmount : toAmount(typed) !== null;
  const { key: amountKey, ...amount } = getInputProps(fields.amount, { type: "text" });
  const { key: currencyKey, ...currency } = getSelectProps(fields.currency);
  const hidden = (
    <>
      <input type="hidden" name="submissionId" value={submission._id} />
      <input type="hidden" name="from" value={submission.status} />
      <TabIdField />
      {next === null ? null : (
        <>
          <input type="hidden" name="nextId" value={next.id} />
          <input type="hidden" name="nextPage" value={next.page} />
        </>
      )}
      {at === null ? null : <input type="hidden" name="at" value={at} />}
    </>
  );
  return (
    <DecisionFoot>
      <div className={styles.forms}>
        <PostForm intent="decide" preventScrollReset {...getFormProps(form)} className={styles.verify}>
          {hidden}
          {hasAmount ? <input type="hidden" name="hasAmount" value="yes" /> : null}
          <ErrorSummary formId={form.id} lastResult={verifyResult} />
          <div className={styles.verified}>
            <label htmlFor={fields.amount.id}>Verified amount</label>
            <Input
              key={amountKey}
              {...amount}
              className={text.number}
              inputMode="decimal"
              autoComplete="off"
            />
            <Select key={currencyKey} {...currency} aria-label="Currency">
              <CurrencyOptions own={submission.formData.currency} currencies={currencies} />
            </Select>
            <FieldErrorText id={fields.amount.errorId} errors={fields.amount.errors} />
            <FieldErrorText id={fields.currency.errorId} errors={fields.currency.errors} />
          </div>
          {isSample ? (
            <p className={text.small}>A sample: nothing is sent, and nothing counts.</p>
          ) : isReadable ? (
            <p className={text.small}>
              <ExpectedCommission
                basis={commissionBasis}
                amount={typed}
                currency={fields.currency.value ?? usual}
              />{" "}
              {decisionConsequence(destinations, typed !== "")}
            </p>
          ) : null}
          <SubmitButton
            kind="attest"
            className={styles.attest}
            name="status"
            value="handled"
            icon={CheckIcon}
            pending="Sending"
            shortcut="a"
          >
            Mark verified
            <Key>a</Key>
          </SubmitButton>
        </PostForm>
        {submission.status === "rejected" ? (
          <PostForm intent="decide" preventScrollReset>
            <input type="hidden" name="submissionId" value={submission._id} />
            <input type="hidden" name="nextId" value={submission._id} />
            <input type="hidden" name="from" value={submission.status} />
            <TabIdField />
            <SubmitButton name="status" value="pending" pending="Undoing" shortcut="u">
              Set to pending
              <Key>u</Key>
            </SubmitButton>
          </PostForm>
        ) : (
          <RejectForm hidden={hidden} lastResult={isRejection ? lastResult : undefined} />
        )}
      </div>
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
