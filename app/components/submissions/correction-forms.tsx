import { getFormProps, getInputProps, getSelectProps } from "@conform-to/react";
import { Input, Select } from "#app/components/forms/control.tsx";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { FieldBox } from "#app/components/forms/field-box.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { TextAreaField } from "#app/components/forms/text-area-field.tsx";
import { useForm } from "#app/components/forms/use-form.ts";
import { resultOf } from "#app/components/forms/use-form-reply.ts";
import { Confirmation } from "#app/components/ui/confirmation.tsx";
import { KeyValues } from "#app/components/ui/key-values.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import type { FormReply } from "#app/lib/form-reply.ts";
import { displayMoney } from "#app/lib/money.ts";
import type { SubmissionResponse } from "#app/schemas/submissions.ts";

type CorrectionFormsProps = {
  submission: SubmissionResponse;
  currencies: string[];
  reply: FormReply | undefined;
};

/** A new amount, or that the broker reversed the full amount. */
export function CorrectionForms({ submission, currencies, reply }: CorrectionFormsProps) {
  const lastResult = resultOf(reply, "correct");
  const { formData, correction } = submission;
  const known = correction ?? formData;
  const [form, fields] = useForm<{ amount: string; currency: string; correctionReason: string }>({
    id: "correct",
    intent: "correct",
    lastResult,
    defaultValue: { amount: known.amount ?? "", currency: known.currency ?? currencies[0] ?? "EUR" },
  });
  const { key: amountKey, ...amount } = getInputProps(fields.amount, { type: "text" });
  const { key: currencyKey, ...currency } = getSelectProps(fields.currency);
  return (
    <>
      <Panel title="New amount">
        <PanelBody>
          <KeyValues
            facts={[
              { label: "Claim", value: formData.email },
              { label: "Sent", value: describe(formData) },
              ...(correction ? [{ label: "Now", value: describe(correction) }] : []),
            ]}
          />
          <PostForm intent="correct" className={layout.stack} {...getFormProps(form)}>
            <ErrorSummary formId={form.id} lastResult={lastResult} />
            <div className={layout.row}>
              <FieldBox label="Amount" htmlFor={amount.id} field={fields.amount}>
                <Input key={amountKey} {...amount} inputMode="decimal" autoComplete="off" />
              </FieldBox>
              <FieldBox label="Currency" htmlFor={currency.id} field={fields.currency}>
                <Select key={currencyKey} {...currency}>
                  {currencies.map((code) => (
                    <option key={code}>{code}</option>
                  ))}
                </Select>
              </FieldBox>
            </div>
            <TextAreaField
              label="Reason"
              field={fields.correctionReason}
              rows={2}
              hint="For your workspace only, for example: the broker shows €200."
            />
            <p className={text.small}>Your commission is recalculated. Nothing is sent again.</p>
            <div>
              <SubmitButton kind="primary" pending="Saving">
                Save the amount
              </SubmitButton>
            </div>
          </PostForm>
        </PanelBody>
      </Panel>
      {Number(known.amount) > 0 ? <Chargeback reply={reply} /> : null}
    </>
  );
}

function Chargeback({ reply }: Pick<CorrectionFormsProps, "reply">) {
  const lastResult = resultOf(reply, "charge-back");
  const [form, fields] = useForm<{ correctionReason: string }>({
    id: "charge-back",
    intent: "charge-back",
    lastResult,
  });
  return (
    <Panel title="Chargeback">
      <PanelBody>
        <p>The broker reversed the full amount: the amount becomes zero and earns no commission.</p>
        <PostForm intent="charge-back" className={layout.stack} {...getFormProps(form)}>
          <ErrorSummary formId={form.id} lastResult={lastResult} />
          <TextAreaField
            label="Reason"
            field={fields.correctionReason}
            rows={2}
            hint="For your workspace only, for example: reversed by the bank."
          />
          <div>
            <Confirmation
              summary="Mark as charged back…"
              title="Mark as charged back?"
              opensAt="start"
              keep="Cancel"
              act={
                <SubmitButton kind="danger" pending="Saving">
                  Mark as charged back
                </SubmitButton>
              }
            >
              <p>Its commission is taken back. What the ad platforms have stays as it is.</p>
            </Confirmation>
          </div>
        </PostForm>
      </PanelBody>
    </Panel>
  );
}

function describe({ amount, currency }: { amount: string | null; currency: string | null }): string {
  if (!amount || !currency) return "without an amount";
  return Number(amount) === 0 ? "charged back" : displayMoney(amount, currency);
}
