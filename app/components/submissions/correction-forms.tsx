import { getInputProps, getSelectProps } from "@conform-to/react";
import { Input, Select } from "#app/components/forms/control.tsx";
import { FieldBox } from "#app/components/forms/field-box.tsx";
import { FormPanel } from "#app/components/forms/form-panel.tsx";
import { TextAreaField } from "#app/components/forms/text-area-field.tsx";
import { Confirmation } from "#app/components/ui/confirmation.tsx";
import { KeyValues } from "#app/components/ui/key-values.tsx";
import layout from "#app/components/ui/layout.module.css";
import text from "#app/components/ui/text.module.css";
import { writeInRegion } from "#app/lib/amount-in-region.ts";
import { displayMoney } from "#app/lib/money.ts";
import type { CorrectionForm } from "#app/schemas/corrections.ts";
import type { SubmissionResponse } from "#app/schemas/submissions.ts";
import { CurrencyOptions } from "./currency-options.tsx";

type CorrectionFormsProps = { submission: SubmissionResponse; currencies: string[] };

/** A new amount, or that the broker reversed the full amount. */
export function CorrectionForms({ submission, currencies }: CorrectionFormsProps) {
  const { formData, correction } = submission;
  const known = correction ?? formData;
  const currency = known.currency ?? currencies[0] ?? "EUR";
  return (
    <>
      <FormPanel<typeof CorrectionForm>
        title="New amount"
        intent="correct"
        defaultValue={{ amount: writeInRegion(known.amount, currency), currency }}
        submit="Save the amount"
        pending="Saving"
      >
        {(fields) => {
          const { key: amountKey, ...amount } = getInputProps(fields.amount, { type: "text" });
          const { key: currencyKey, ...select } = getSelectProps(fields.currency);
          return (
            <>
              <KeyValues
                facts={[
                  { label: "Claim", value: formData.email },
                  { label: "Sent", value: describe(formData) },
                  ...(correction ? [{ label: "Now", value: describe(correction) }] : []),
                ]}
              />
              <div className={layout.row}>
                <FieldBox label="Amount" htmlFor={amount.id} field={fields.amount}>
                  <Input key={amountKey} {...amount} inputMode="decimal" autoComplete="off" />
                </FieldBox>
                <FieldBox label="Currency" htmlFor={select.id} field={fields.currency}>
                  <Select key={currencyKey} {...select}>
                    <CurrencyOptions own={(correction ?? formData).currency} currencies={currencies} />
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
            </>
          );
        }}
      </FormPanel>
      {Number(known.amount) > 0 ? <Chargeback /> : null}
    </>
  );
}

function Chargeback() {
  return (
    <FormPanel<typeof CorrectionForm>
      title="Chargeback"
      intent="charge-back"
      submit="Mark as charged back"
      pending="Saving"
      kind="danger"
      foot={(button) => (
        <div>
          <Confirmation
            summary="Mark as charged back…"
            title="Mark as charged back?"
            opensAt="start"
            keep="Cancel"
            act={button}
          >
            <p>Its commission is taken back. What the ad platforms have stays as it is.</p>
          </Confirmation>
        </div>
      )}
    >
      {(fields) => (
        <>
          <p>The broker reversed the full amount: the amount becomes zero and earns no commission.</p>
          <TextAreaField
            label="Reason"
            field={fields.correctionReason}
            rows={2}
            hint="For your workspace only, for example: reversed by the bank."
          />
        </>
      )}
    </FormPanel>
  );
}

function describe({ amount, currency }: { amount: string | null; currency: string | null }): string {
  if (!amount || !currency) return "without an amount";
  return Number(amount) === 0 ? "charged back" : displayMoney(amount, currency);
}
