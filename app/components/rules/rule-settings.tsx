import { getCollectionProps } from "@conform-to/react";
import { Choice } from "#app/components/forms/choice.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { FieldErrorText } from "#app/components/forms/field-error.tsx";
import { FormPanel } from "#app/components/forms/form-panel.tsx";
import { PasswordProof } from "#app/components/forms/password-proof.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { EVIDENCE_SOURCES, type EvidenceSource } from "#app/lib/evidence.ts";
import { displayMoney } from "#app/lib/money.ts";
import type { RuleForm, RuleResponse } from "#app/schemas/rules.ts";

const SOURCES: Record<EvidenceSource, string> = {
  statement: "Statements that you upload",
  postback: "Postbacks of the broker",
  api: "Answers of the broker’s API",
};

const NEEDED = [
  { value: "1", label: "One of them is enough" },
  { value: "2", label: "Two of them must say the same" },
];

const ON = [
  { value: "off", label: "Off: you verify every claim yourself" },
  { value: "on", label: "On: it verifies what is certain" },
];

type RuleSettingsProps = {
  rule: RuleResponse;
  brokerName: string;
  currencies: string[];
  currency: string;
  canEdit: boolean;
  isProven: boolean;
  isOpenAddress: boolean;
};

/** By what a broker's claims are verified without a member. */
export function RuleSettings({ rule, brokerName, canEdit, isOpenAddress, ...props }: RuleSettingsProps) {
  const explanation = (
    <>
      <p className={text.secondary}>
        The rule verifies a claim when {brokerName} says for certain that the deposit was made, and names our
        click ID of the same visit, or the account number together with the email, the phone number or a click
        ID. It never rejects a claim. Whatever else the broker says moves a claim up in your list.
      </p>
      {isOpenAddress ? (
        <p className={text.secondary}>
          Anybody who knows your postback address can call it. Postbacks alone verify nothing until you set a
          secret or a list of addresses under <i>Links and postbacks</i>.
        </p>
      ) : null}
    </>
  );
  if (!canEdit)
    return (
      <Panel title="Rule">
        <PanelBody>
          {explanation}
          <p>
            {rule.sources.map((source) => SOURCES[source]).join(", ")}. {NEEDED[rule.needed - 1]?.label}.{" "}
            {rule.amountMax
              ? `Up to ${displayMoney(rule.amountMax.amount, rule.amountMax.currency)}.`
              : "Any amount."}{" "}
            At most {rule.perDay} a day.
          </p>
        </PanelBody>
      </Panel>
    );
  return <RuleFormPanel rule={rule} explanation={explanation} {...props} />;
}

type RuleFormPanelProps = Pick<RuleSettingsProps, "rule" | "currencies" | "currency" | "isProven"> & {
  explanation: React.ReactNode;
};

function RuleFormPanel({ rule, currencies, currency, isProven, explanation }: RuleFormPanelProps) {
  const { amountMax } = rule;
  return (
    <FormPanel<typeof RuleForm>
      title="Rule"
      intent="save"
      defaultValue={{
        isOn: rule.isOn ? "on" : "off",
        sources: rule.sources,
        needed: String(rule.needed),
        amount: amountMax?.amount ?? "",
        currency: amountMax?.currency ?? currency,
        perDay: String(rule.perDay),
        holdSeconds: String(rule.holdSeconds),
      }}
      submit="Save"
      pending="Saving"
      foot={(button) => (
        <div className={layout.row}>
          {button}
          <SubmitButton name="dryRun" value="yes" pending="Trying">
            Try it on the last 30 days
          </SubmitButton>
        </div>
      )}
    >
      {(fields) => (
        <>
          {explanation}
          <SelectField label="The rule is" field={fields.isOn} choices={ON} />
          <fieldset aria-describedby={fields.sources.errors ? fields.sources.errorId : undefined}>
            <legend>It may rest on</legend>
            {getCollectionProps(fields.sources, { type: "checkbox", options: [...EVIDENCE_SOURCES] }).map(
              ({ key, ...props }) => (
                <Choice key={key} {...props} label={SOURCES[props.value as EvidenceSource]} />
              ),
            )}
            <FieldErrorText id={fields.sources.errorId} errors={fields.sources.errors} />
          </fieldset>
          <SelectField label="How many of them" field={fields.needed} choices={NEEDED} />
          <div className={layout.halves}>
            <Field
              label="Up to this amount (optional)"
              field={fields.amount}
              inputMode="decimal"
              autoComplete="off"
              hint="Larger claims wait for you."
            />
            <SelectField
              label="Currency"
              field={fields.currency}
              choices={currencies.map((code) => ({ value: code, label: code }))}
            />
          </div>
          <div className={layout.halves}>
            <Field
              label="At most so many claims a day"
              field={fields.perDay}
              inputMode="numeric"
              autoComplete="off"
              hint="It pauses then until the next day."
            />
            <Field
              label="Seconds before events are sent"
              field={fields.holdSeconds}
              inputMode="numeric"
              autoComplete="off"
              hint="0 to 600. Undo a decision within them, and nothing leaves."
            />
          </div>
          <PasswordProof field={fields.password} isProven={isProven} />
        </>
      )}
    </FormPanel>
  );
}
